"""POST /table/<id>/leave/: the end of a table."""

from __future__ import annotations

import pytest

from tests.factories import place_bet, play_round
from tests.web.pages import HTMX, page, words
from tests.web.tables.reading import assert_refused, assert_table_page, at, stored


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_it_ends_the_shoe_and_shows_the_history(owner, stack, table, headers):
    stack(table, "TS 9H 6D TC")
    play_round(table, "S")
    response = owner.post(at("leave", table), headers=headers)
    assert response.status_code == 302
    assert response["Location"] == at("history", table)
    table.refresh_from_db()
    shoe = table.shoes.get()
    assert table.left_at == shoe.ended_at
    assert table.left_at is not None
    assert shoe.seed in words(owner.get(at("fairness", table)))


def test_the_table_that_was_left_can_be_looked_at(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    play_round(table, "S")
    owner.post(at("leave", table))
    response = owner.get(at("play", table))
    assert_table_page(response)
    assert "You have left this table." in words(response)
    assert page(response).select("form.bets, form.actions") == []
    assert "Exit" not in words(page(response).select_one(".drill-bar"))
    for name in ("history", "fairness", "settings"):
        assert owner.get(at(name, table)).status_code == 200


def test_leaving_twice_is_leaving_once(owner, table):
    owner.post(at("leave", table))
    before = stored()
    assert owner.post(at("leave", table)).status_code == 302
    assert stored() == before


def test_an_open_round_is_finished_first(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    exit_button = page(owner.get(at("play", table))).select_one(
        f"form[action='{at('leave', table)}'] button"
    )
    assert exit_button.has_attr("disabled")
    before = stored()
    response = owner.post(at("leave", table))
    assert_refused(response, 409, "Finish the round first.")
    assert page(response).select_one("form.actions")
    assert stored() == before


def test_a_guest_can_leave(guest, guest_table):
    assert guest.post(at("leave", guest_table)).status_code == 302
    lobby = guest.get("/table/").content.decode()
    assert f'"{at("play", guest_table)}"' not in lobby
    assert f'"{at("history", guest_table)}"' in lobby
