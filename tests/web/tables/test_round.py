"""GET /table/round/<id>/ and sharing it: a finished round step by step."""

from __future__ import annotations

import pytest

from strategy.records import Record
from tests.factories import TableFactory, place_bet, play_round
from tests.factories.tables import EARLY, EUROPEAN
from tests.web.pages import HTMX, assert_page, page, statements, words
from tests.web.tables.reading import at, dealer_cards, hands, stored
from trainer.tables.models import PlayedRound


def step(client, row: PlayedRound, number: object, headers=HTMX):
    return client.get(at("round", row), {"step": number}, headers=headers)


def told(response) -> str:
    return words(page(response).select_one(".replay__step"))


def mistakes(response) -> list[str]:
    return [words(item) for item in page(response).select(".mistakes li")]


@pytest.fixture
def played(stack, table) -> PlayedRound:
    """A pair of eights split, one hand doubled, against a dealer who draws."""
    stack(table, "8S 6H 8D TC 3S 2S TH 9D 4C")
    row = play_round(table, "P D H S")
    assert row.ended_at
    return row


def test_it_shows_result_story_and_record(owner, played):
    response = owner.get(at("round", played))
    assert_page(response)
    assert Record.parse(words(page(response).select_one("code.record"))).replay().over
    assert words(page(response).select_one("code.record")) == played.record
    story = [words(item) for item in page(response).select(".story li")]
    assert story[:4] == [
        "Hand 1: You get the 8 of spades.",
        "The dealer shows the 6 of hearts.",
        "Hand 1: You get the 8 of diamonds.",
        "The dealer takes a card face down.",
    ]
    assert "The dealer turns the 10 of clubs." in story
    assert "no-store" in response["Cache-Control"]


def test_the_last_step_is_shown_first(owner, played):
    response = owner.get(at("round", played))
    assert told(response) == "Step 4 of 4: Stand"
    assert dealer_cards(response)[:2] == ["6H", "TC"]


def test_the_steps_go_from_the_deal_to_the_end(owner, played):
    said = [told(step(owner, played, number)) for number in range(5)]
    assert said == [
        "Step 0 of 4: The deal",
        "Step 1 of 4: Split",
        "Step 2 of 4: Double",
        "Step 3 of 4: Hit",
        "Step 4 of 4: Stand",
    ]
    assert hands(step(owner, played, 0)) == [["8S", "8D"]]
    assert hands(step(owner, played, 1)) == [["8S", "3S"], ["8D", "2S"]]
    assert hands(step(owner, played, 2)) == [["8S", "3S", "TH"], ["8D", "2S"]]


@pytest.mark.parametrize("number", range(4))
def test_a_step_hides_the_hole_card_and_what_was_still_to_come(owner, played, number):
    response = step(owner, played, number)
    assert dealer_cards(response) == ["6H", "back"]
    text = response.content.decode()
    assert "TC" not in text
    assert "10 of clubs" not in text
    assert "4C" not in text


def test_htmx_gets_the_replay_alone(owner, played):
    response = step(owner, played, 1)
    assert response.status_code == 200
    assert page(response).select_one("section#replay")
    assert page(response).find(["html", "h1"]) is None
    assert page(response).find(id="step-back")["href"] == "?step=0"
    assert page(response).find(id="step-on")["href"] == "?step=2"
    assert page(step(owner, played, 0)).find(id="step-back") is None
    assert page(step(owner, played, 4)).find("a", string="From the start")["href"] == "?step=0"


@pytest.mark.parametrize(
    "number", ["5", "999", "1000", "-1", "x", "1.5", "", "²", "\x00", "9" * 5000]
)
def test_a_step_that_there_is_not_is_the_last(owner, played, number):
    assert told(step(owner, played, number)).startswith("Step 4 of 4")


@pytest.mark.parametrize(
    ("rules", "cards", "moves", "expected"),
    [
        (None, "TS 9H 8D TC", "S", []),
        (None, "TS 9H 6D TC", "S", ["hard 16 against a 9 Stand; Surrender was right"]),
        (None, "TS AH 8D 9C", "I S", ["Insurance for 5 chips; Pass was right"]),
        (None, "TS AH 8D 9C", "N S", []),
        (
            None,
            "2S 9H 3D TC 4S",
            "D",
            ["hard 5 against a 9 Double; Hit was right"],
        ),
        (
            EARLY,
            "TS TH 6D 9C",
            "N S",
            ["hard 16 against a 10 Play on; Surrender", "hard 16 against a 10 Stand; Hit"],
        ),
        (EARLY, "TS TH 9D 9C", "R", ["hard 19 against a 10 Surrender; Stand was right"]),
        (EUROPEAN, "6S TH 5D 9S AC", "D", ["hard 11 against a 10 Double; Hit was right"]),
    ],
)
def test_mistakes_are_told_with_their_cost(
    owner, stack, learner, rulebook, rules, cards, moves, expected
):
    table = TableFactory(learner=learner, **({"rules": rules} if rules else {}))
    stack(table, cards)
    row = play_round(table, moves)
    assert len(mistakes(owner.get(at("play", table)))) == len(expected)
    for response in (owner.get(at("round", row)), owner.get(f"{at('round', row)}?step=0")):
        found = mistakes(response)
        assert len(found) == len(expected)
        for item, start in zip(found, expected, strict=True):
            assert item.startswith(start)
            cost = float(item.rpartition("−")[2])
            assert cost > 0
    assert row.mistakes_cost == pytest.approx(
        100 * sum(float(item.rpartition("−")[2]) for item in mistakes(response)), abs=2
    )


def test_playing_on_is_called_so_in_the_replay(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, rules=EARLY)
    stack(table, "TS AH 9D 9C")
    row = play_round(table, "N N S")
    assert told(step(owner, row, 1)) == "Step 1 of 3: Pass"
    assert told(step(owner, row, 2)) == "Step 2 of 3: Play on"


def test_an_open_round_can_be_seen_by_nobody(owner, client, stack, table):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    row = table.rounds.get()
    PlayedRound.objects.update(shared_at=table.opened_at)
    before = stored()
    for browser in (owner, client):
        assert browser.get(at("round", row)).status_code == 404
        assert step(browser, row, 0).status_code == 404
        assert browser.post(at("share", row), {"shared": "yes"}).status_code == 404
    assert stored() == before


def test_sharing_shows_the_round_to_everybody_until_it_is_taken_back(
    owner, stranger, played, learner
):
    address = at("round", played)
    assert stranger.get(address).status_code == 404
    response = owner.post(at("share", played), {"shared": "yes"})
    assert (response.status_code, response["Location"]) == (302, address)
    link = page(owner.get(address)).find("a", string=f"http://testserver{address}")
    response = stranger.get(link["href"])
    assert_page(response)
    assert words(page(response).select_one("code.record")) == played.record
    text = response.content.decode()
    assert learner.username not in text
    assert learner.email not in text
    assert str(played.table.public_id) not in text
    assert "Share" not in text
    assert step(stranger, played, 1).status_code == 200
    before = stored()
    assert stranger.post(at("share", played), {"shared": "no"}).status_code == 404
    assert stranger.get(at("play", played.table)).status_code == 404
    assert stranger.get(at("history", played.table)).status_code == 404
    assert stored() == before
    owner.post(at("share", played), {"shared": "no"})
    assert stranger.get(address).status_code == 404
    assert step(stranger, played, 1).status_code == 404
    assert owner.get(address).status_code == 200


def test_only_the_shared_round_is_shown(owner, client, stack, table):
    stack(table, "TS 9H 8D TC TS 9H 8D TC")
    first, second = play_round(table, "S"), play_round(table, "S")
    owner.post(at("share", second), {"shared": "yes"})
    assert client.get(at("round", first)).status_code == 404
    assert client.get(at("round", second)).status_code == 200


def test_sharing_again_keeps_the_time(owner, played):
    owner.post(at("share", played), {"shared": "yes"})
    since = PlayedRound.objects.get().shared_at
    owner.post(at("share", played), {"shared": "yes"})
    assert PlayedRound.objects.get().shared_at == since
    for data in ({}, {"shared": ""}, {"shared": "\x00"}):
        owner.post(at("share", played), data)
        assert PlayedRound.objects.get().shared_at is None


def test_a_guest_can_share(guest, client, stack, guest_table):
    stack(guest_table, "TS 9H 8D TC")
    row = play_round(guest_table, "S")
    guest.post(at("share", row), {"shared": "yes"})
    response = client.get(at("round", row))
    assert response.status_code == 200
    assert "the-guest" not in response.content.decode()


def test_the_page_costs_few_statements(owner, played):
    with statements() as made:
        owner.get(at("round", played))
    assert 1 <= len(made) <= 4, made
