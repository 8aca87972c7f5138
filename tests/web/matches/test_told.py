"""What the pages of matches tell of the game, of its players and of where to go."""

from __future__ import annotations

import pytest

from strategy.players import PLAYERS
from tests.factories.matches import CHART, OWN, beside, bet
from tests.web.conftest import client_of_guest
from tests.web.matches.reading import LOBBY, QUICK, at, door, seats, send, shown
from tests.web.matches.test_presence import wait
from tests.web.pages import HTMX, page, words
from trainer.matches.models import MatchTable, PlayerKind
from trainer.matches.services import Place

THE_GAME = ("Bets", "Hit or stand", "Double", "Split", "The dealer", "Payment", "The match")


def how(response) -> dict[str, str]:
    """What is told of how to play, by what it is about."""
    told = page(response).select_one(".match-how")
    return {
        words(about): words(said)
        for about, said in zip(told.find_all("dt"), told.find_all("dd"), strict=True)
    }


def test_how_to_play_is_told_at_the_table_and_at_its_door(cast):
    table = cast.joined()
    response = cast.ben_phone.get(door(cast.gathering()))
    assert page(response).select("details:not([open]) > summary + .match-how")
    at_the_door = how(response)
    assert set(THE_GAME) < set(at_the_door)
    cast.begin(table)
    response = shown(cast.ben_phone, table)
    assert page(response).select("#agreed .match-how")
    assert how(response) == at_the_door
    told = " ".join(at_the_door.values())
    for what in ("one whole pack", "peeks", "3:2", "Once in a round", "no insurance", "surrender"):
        assert what in told


@pytest.mark.parametrize(
    ("hits", "told"), [(True, "is drawn to as well"), (False, "is enough")], ids=["hits", "stands"]
)
def test_how_to_play_tells_the_soft_17_that_was_agreed(cast, hits, told):
    table = cast.made(hits_soft_17=hits)
    assert told in how(shown(cast.ann_phone, table))["The dealer"]
    table = cast.gathering(hits_soft_17=hits)
    assert told in how(cast.ben_phone.get(door(table)))["The dealer"]


@pytest.mark.parametrize(
    ("rounds", "told"),
    [(1, "after 1 round has won"), (12, "after 12 rounds has won"), (None, "ends it has won")],
)
def test_how_to_play_tells_when_the_match_is_won(cast, rounds, told):
    table = cast.made(rounds=rounds)
    assert told in how(shown(cast.ann_phone, table))["The match"]


def test_beside_the_code_stands_where_it_is_typed(cast):
    table = cast.gathering()
    response = shown(cast.ann_phone, table)
    link = page(response).select_one(".match-join__code + p a")
    assert (link["href"], words(link)) == ("/match/join/", "testserver/match/join/")


def test_a_code_is_told_in_groups_wherever_it_is_told(cast, clock):
    table = cast.joined()
    grouped = f"{table.code[:4]}-{table.code[4:]}"
    cast.begin(table)
    wait(clock, table, cast.ann_phone)
    assert grouped in words(page(shown(cast.ann_phone, table)).select_one(".match-gone__code"))
    assert client_of_guest("cy").post("/match/join/", {"code": grouped})["Location"] == door(table)


def test_the_home_page_leads_to_matches(client, rulebook):
    assert page(client.get("/")).select(".features a[href='/match/']")


def test_who_sits_where_is_told_in_order_while_seats_are_taken(cast):
    table = cast.gathering(beside("Bob"), CHART)
    places = page(shown(cast.ann_phone, table)).select(".match-places > li")
    names = [words(place.strong) if place.strong else "" for place in places]
    assert names == ["Ann", "", "Bob", "By the chart"]


def test_after_a_form_about_people_no_card_is_dealt_in_again(cast, clock):
    """It says how far the story was heard, as the forms of moves do."""
    table = cast.made(OWN, beside("Bob"))
    bet(cast.ann, table, 5, 5)
    send(cast.ann_phone, "stand_in", table, 1, kind="gambler")
    form = page(shown(cast.ann_phone, table)).select_one(f"form[action='{at('back', table, 1)}']")
    sent = {field["name"]: field["value"] for field in form.select("input[name]")}
    response = cast.ann_phone.post(form["action"], sent, headers=HTMX)
    assert response.status_code == 200
    assert "The dealer shows" not in words(page(response).select_one("template[data-says]"))


@pytest.mark.parametrize("kind", ["asker", "gone"])
def test_all_forms_about_people_say_how_far_the_story_was_heard(cast, clock, kind):
    table = cast.begun()
    wait(clock, table, cast.ann_phone)
    client_of_guest("cy").post(door(table, "ask"), {"name": "Cy", "number": 1})
    forms = page(shown(cast.ann_phone, table)).select(f"form.match-{kind}, .match-{kind} form")
    assert forms
    assert all(form.select_one("input[name=heard]") for form in forms)


def test_what_computer_players_are_like_is_told_the_best_last(client, rulebook):
    told = page(client.get(LOBBY)).select("#styles dt")
    labels = [str(PlayerKind(kind.value).label) for kind in PLAYERS]
    assert [words(name) for name in told] == labels
    assert len(page(client.get(LOBBY)).select("#styles dd")) == len(labels)


def test_the_style_of_a_computer_player_with_another_name_is_told_on_the_felt(cast):
    luck = Place(PlayerKind.GAMBLER, "Lady Luck")
    felt = seats(shown(cast.ann_phone, cast.made(OWN, luck, CHART)))
    named = felt["Lady Luck"]
    assert named.select_one(".match-seat__name")["title"] == "Lady Luck: Gambler"
    assert words(named.select_one(".match-seat__style")) == "(Gambler)"
    for name in ("Ann", "By the chart"):
        assert felt[name].select_one(".match-seat__name")["title"] == name
        assert not felt[name].select_one(".match-seat__style")


def test_a_match_at_once_is_as_it_is_told_and_as_the_form_starts(client, rulebook):
    lobby = page(client.get(LOBBY))
    told = words(lobby.select_one("form:has(#quick) p"))
    assert told == ("You against Champion, By the chart and Gambler: 10 rounds, 100 chips each.")
    client.post(QUICK)
    table = MatchTable.objects.get()
    form = {name: lobby.select_one(f"#make [name={name}]")["value"] for name in ("chips", "rounds")}
    assert form == {"chips": str(table.chips), "rounds": str(table.rounds)}
    kinds = [lobby.select_one(f"[name=who_{n}] option[selected]")["value"] for n in (1, 2, 3)]
    assert kinds == [seat.kind for seat in table.seats.all()[1:]]
