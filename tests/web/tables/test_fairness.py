"""GET /table/<id>/fairness/: the hash before, the seed afterwards, and the check of both."""

from __future__ import annotations

from itertools import count

import pytest

from strategy.__main__ import main
from strategy.rules import Rules
from strategy.shoe import Shoe, commitment
from tests.factories import TableFactory, finish, make_move, place_bet, play_round
from tests.factories.tables import MATCH, SIX_DECKS, state_of
from tests.web.pages import HTMX, assert_page, page, statements, words
from tests.web.tables.reading import at, stored
from tests.web.tables.test_settings import sent
from trainer.tables import services
from trainer.tables.models import DealtShoe, PlayedRound, Table

RIGHT = "The hash is the seed's, and every card is the one that the seed gives."
WRONG = "The cards are not those that the seed gives."


def shown(client, table: Table, **query) -> str:
    response = client.get(at("fairness", table), query)
    assert_page(response)
    return response.content.decode()


def verdicts(client, table: Table) -> dict[str, bool]:
    """Whether each ended shoe is right, by its heading."""
    found = {}
    for section in page(client.get(at("fairness", table))).select("section.panel"):
        if section.dl:
            text = words(section.dl)
            assert (RIGHT in text) != (WRONG in text)
            found[words(section.h2)] = RIGHT in text
    return found


@pytest.mark.parametrize("rules", [SIX_DECKS, MATCH])
def test_the_hash_is_shown_before_the_first_card(owner, learner, rulebook, rules):
    table = TableFactory(learner=learner, rules=rules)
    shoe = table.shoes.get()
    assert shoe.commitment == commitment(shoe.seed)
    before = stored()
    text = shown(owner, table)
    assert shoe.commitment in text
    assert shoe.seed not in text
    assert "No shoe of this table is over yet." in text
    assert shoe.commitment in owner.get(at("play", table)).content.decode()
    assert stored() == before


def test_fresh_shoes_are_told_after_each_round(owner, learner, rulebook):
    table = TableFactory(learner=learner, rules=MATCH)
    for number in range(1, 4):
        shoe = table.shoes.get(ended_at=None)
        place_bet(table)
        if not PlayedRound.objects.latest("pk").ended_at:
            assert shoe.seed not in shown(owner, table)
        finish(table)
        text = shown(owner, table)
        following = table.shoes.get(ended_at=None)
        assert shoe.seed in text
        assert following.seed not in text
        assert following.commitment in text
        assert verdicts(owner, table) == {f"Shoe {n}": True for n in range(1, number + 1)}


def test_a_shoe_with_a_cut_card_is_told_when_that_is_out(owner, stack, table):
    shoe = table.shoes.get()
    stack(table, "TS 9H 8D TC")
    play_round(table, "S")
    assert shoe.seed not in shown(owner, table)
    cut = Shoe.of(Rules.parse(SIX_DECKS), seed="any").cut
    stack(table, "TS 9H 8D TC TS 9H 8D TC", dealt=cut - 5)
    play_round(table, "S")
    assert shoe.seed not in shown(owner, table)
    place_bet(table)
    assert shoe.seed not in shown(owner, table)
    finish(table)
    text = shown(owner, table)
    assert shoe.seed in text
    assert table.shoes.get(ended_at=None).seed not in text


def test_leaving_tells_the_seed(owner, stack, table):
    stack(table, "TS 9H 8D TC TS 9H 8D TC")
    play_round(table, "S")
    play_round(table, "S")
    shoe = table.shoes.get()
    owner.post(at("leave", table))
    assert shoe.seed in shown(owner, table)
    assert verdicts(owner, table) == {"Shoe 1": True}


def test_other_rules_tell_the_seed(owner, stack, table):
    stack(table, "TS 9H 8D TC")
    play_round(table, "S")
    old = table.shoes.get()
    owner.post(at("settings", table), sent(MATCH, version=str(table.version)))
    text = shown(owner, table)
    assert old.seed in text
    assert table.shoes.get(ended_at=None).seed not in text
    assert verdicts(owner, table) == {"Shoe 1": True}


def test_a_shoe_without_a_round_is_told_too(owner, table):
    owner.post(at("leave", table))
    assert "No round was dealt from it." in shown(owner, table)
    assert verdicts(owner, table) == {"Shoe 1": True}


@pytest.fixture
def ended(owner, learner, rulebook) -> Table:
    """A table that was left after three rounds from one shoe, just as it was shuffled."""
    table = TableFactory(learner=learner)
    for _ in range(3):
        place_bet(table)
        finish(table)
    owner.post(at("leave", table))
    assert verdicts(owner, table) == {"Shoe 1": True}
    return table


def second_round(table: Table) -> PlayedRound:
    return table.rounds.get(number=2)


def another_card(record: str) -> str:
    """The record with the suit of its first card changed."""
    rules, bet, cards, moves = record.split("|")
    first = cards.split()[0]
    other = f"{first[0]}{'S' if first[1] != 'S' else 'H'}"
    return "|".join([rules, bet, cards.replace(first, other, 1), moves])


@pytest.mark.parametrize(
    "tamper",
    [
        pytest.param({"seed": "0" * 32}, id="another seed"),
        pytest.param({"seed": "0" * 32, "commitment": commitment("0" * 32)}, id="seed and hash"),
        pytest.param({"commitment": "0" * 64}, id="another hash"),
        pytest.param({"code": "8D S17"}, id="another shoe"),
    ],
)
def test_a_shoe_that_was_tampered_with_is_found_out(owner, ended, tamper):
    DealtShoe.objects.update(**tamper)
    assert verdicts(owner, ended) == {"Shoe 1": False}


@pytest.mark.parametrize(
    "change",
    [
        lambda row: setattr(row, "record", another_card(row.record)),
        lambda row: setattr(row, "record", f"{SIX_DECKS} | 10 | TS 9H | S"),
        lambda row: setattr(row, "record", ""),
        lambda row: setattr(row, "record", "nonsense | | |"),
        lambda row: setattr(row, "record", row.record + " H H H"),
        lambda row: setattr(row, "dealt", row.dealt + 1),
        lambda row: setattr(row, "dealt", 0),
    ],
    ids=["a card", "another round", "none", "nonsense", "moves", "a card skipped", "dealt again"],
)
def test_a_round_that_was_tampered_with_is_found_out(owner, ended, change):
    row = second_round(ended)
    change(row)
    row.save()
    assert verdicts(owner, ended) == {"Shoe 1": False}


def test_a_round_that_is_missing_is_found_out(owner, ended):
    second_round(ended).delete()
    assert verdicts(owner, ended) == {"Shoe 1": False}


def test_a_shoe_that_runs_out_in_a_round_holds(owner, learner, rulebook, monkeypatch):
    """One deck dealt nearly to its end, and every hand drawn to: some round needs more cards."""
    seeds = (f"{number:032x}" for number in count())
    monkeypatch.setattr(services.secrets, "token_hex", lambda size: next(seeds))
    table = TableFactory(learner=learner, rules=MATCH.replace("FRESH", "CUT95"))
    while not table.rounds.filter(record__contains=" * ").exists():
        assert table.shoes.count() < 10
        place_bet(table)
        while "H" in map(str, state_of(table).legal_actions):
            make_move(table, "H")
        finish(table)
    assert table.shoes.get(rounds__record__contains=" * ").ended_at
    found = verdicts(owner, table)
    assert found
    assert set(found.values()) == {True}
    row = table.rounds.get(record__contains=" * ")
    row.record = row.record.replace(" * ", " + ")
    row.save()
    assert False in verdicts(owner, table).values()


def test_the_page_costs_the_same_with_more_shoes(owner, learner, rulebook):
    table = TableFactory(learner=learner, rules=MATCH)
    counts = []
    for rounds in (1, 11):
        for _ in range(rounds):
            place_bet(table)
            finish(table)
        with statements() as made:
            response = owner.get(at("fairness", table), headers=HTMX)
        counts.append(len(made))
    assert len(page(response).select("section.panel dl")) == 10
    assert counts[0] == counts[1] <= 7
    assert len(page(owner.get(at("fairness", table), {"page": 2})).select("section.panel dl")) == 2
    for number in ("99", "x", "-1", "\x00"):
        assert_page(owner.get(at("fairness", table), {"page": number}))


def test_anyone_can_check_with_the_command_that_is_shown(owner, ended, capsys):
    code = page(owner.get(at("fairness", ended))).select_one("code.record").text
    shoe = ended.shoes.get()
    assert code == f'python -m strategy shoe "{shoe.code}" {shoe.seed}'
    main(["shoe", shoe.code, shoe.seed])
    out = capsys.readouterr().out
    assert shoe.commitment in out
