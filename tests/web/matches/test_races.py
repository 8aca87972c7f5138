"""Many devices at the same moment: what happens at a table happens once, and one after another."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.factories import UserFactory
from tests.factories.matches import OWN, TO_JOIN, act, bet, made, seeded, state_of
from tests.web.conftest import client_of, client_of_guest
from tests.web.drills.test_answer_races import together
from tests.web.matches.reading import at, door, send
from tests.web.pages import HTMX
from tests.web.personal.test_delete import URL, confirmed
from trainer.accounts.access import Visitor
from trainer.decisions.models import Decision
from trainer.matches import services
from trainer.matches.models import MatchTable, Participant

pytestmark = pytest.mark.django_db(transaction=True)

DEVICES = 5


def statuses(responses) -> Counter[int]:
    return Counter(response.status_code for response in responses)


def test_two_devices_bet_at_once_and_one_bet_is_out(cast):
    table = cast.made()
    phones = [cast.laptop() for _device in range(DEVICES)]
    responses = together(
        [
            lambda phone=phone, size=size: phone.post(
                at("bet", table), {"seen": 0, "size": size}, headers=HTMX
            )
            for phone, size in zip(phones, ("5", "10", "25", "5", "10"), strict=True)
        ]
    )
    assert statuses(responses) == {200: 1, 409: DEVICES - 1}
    match = state_of(table)
    assert (len(match.moves), table.moves_made, match.turn) == (1, 1, 1)


def test_two_devices_act_at_once_and_one_decision_is_made_and_logged(cast):
    table = cast.made()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5, 5)
    phones = [cast.laptop() for _device in range(DEVICES)]
    responses = together(
        [
            lambda phone=phone, action=action: phone.post(
                at("act", table), {"seen": 2, "action": action}
            )
            for phone, action in zip(phones, "HSDHS", strict=True)
        ]
    )
    assert statuses(responses) == {302: 1, 409: DEVICES - 1}
    assert Decision.objects.count() == 1
    assert state_of(table).moves[2] == Decision.objects.get().action


def test_a_round_is_settled_once(cast):
    table = cast.made()
    seeded(table, lambda match: match.rounds_played == 1, "25", "25", "S", "S")
    bet(cast.ann, table, 25, 25)
    act(cast.ann, table, "S")
    phones = [cast.laptop() for _device in range(DEVICES)]
    data = {"seen": 3, "action": "S"}
    responses = together(
        [lambda phone=phone: phone.post(at("act", table), data) for phone in phones]
    )
    assert statuses(responses) == {302: 1, 409: DEVICES - 1}
    assert state_of(table).rounds_played == 1
    assert list(table.seats.values_list("played", flat=True)) == [1, 1]


def test_the_last_seat_is_taken_by_one(cast):
    table = cast.gathering()
    phones = [client_of_guest(f"guest-{number}") for number in range(DEVICES)]
    responses = together(
        [
            lambda phone=phone, name=name: phone.post(door(table), {"name": name})
            for phone, name in zip(phones, "BCDEF", strict=True)
        ]
    )
    assert statuses(responses) == {302: 1, 409: DEVICES - 1}
    assert table.participants.count() == 2
    assert not table.seats.filter(participant=None).exists()


def test_a_name_is_taken_by_one(cast):
    table = cast.made(OWN, *(TO_JOIN,) * DEVICES)
    phones = [client_of_guest(f"guest-{number}") for number in range(DEVICES)]
    responses = together(
        [lambda phone=phone: phone.post(door(table), {"name": "Sam"}) for phone in phones]
    )
    assert statuses(responses) == {302: 1, 409: DEVICES - 1}
    assert table.participants.filter(name="Sam").count() == 1


def test_a_match_begins_once_and_nobody_joins_meanwhile(cast):
    table = cast.joined()
    phones = [cast.laptop() for _device in range(DEVICES - 1)]
    responses = together(
        [
            *(lambda phone=phone: phone.post(at("begin", table)) for phone in phones),
            lambda: client_of_guest("cy").post(door(table), {"name": "Cy"}),
        ]
    )
    assert statuses(responses) == {302: 1, 409: DEVICES - 1}
    assert table.participants.count() == 2


@pytest.mark.parametrize("attempt", range(3))
def test_leaving_and_acting_at_once_is_one_after_the_other(cast, attempt):
    table = cast.made()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5, 5)
    left, acted = together(
        [
            lambda: cast.laptop().post(at("leave", table)),
            lambda: cast.laptop().post(at("act", table), {"seen": 2, "action": "S"}),
        ]
    )
    assert left.status_code == 302
    assert acted.status_code in (302, 403)
    assert Decision.objects.count() == (acted.status_code == 302)
    assert state_of(table).rounds_played >= 1, "computer players have played on"


def test_deleting_an_account_while_another_plays_leaves_the_match_whole(cast):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    deleted, acted = together(
        [
            lambda: cast.ben_phone.post(URL, {"sure": "on"}),
            lambda: cast.laptop().post(at("act", table), {"seen": 2, "action": "S"}),
        ]
    )
    assert (deleted.status_code, acted.status_code) == (302, 302)
    assert state_of(table).moves[:3] == ("5", "5", "S")
    assert Participant.objects.count() == 1
    assert table.seats.get(number=1).participant is None


def test_a_table_of_one_who_is_deleted_meanwhile_is_left_to_nobody(rulebook):
    user = UserFactory()
    table = made(Visitor(user, ""))
    tabs = [client_of(user) for _tab in range(3)]
    responses = together(
        [
            lambda: tabs[0].post(URL, confirmed("everything")),
            lambda: tabs[1].post(at("bet", table), {"seen": 0, "size": "5"}),
            lambda: tabs[2].post(at("leave", table)),
        ]
    )
    assert responses[0].status_code == 302
    assert {response.status_code for response in responses[1:]} <= {302, 403, 404}
    assert not Participant.objects.exists()
    assert MatchTable.objects.count() == 1


def test_rules_are_solved_before_a_table_is_locked_for_a_hint(cast, monkeypatch):
    table, done = cast.made(), []
    to_move = services.to_move
    monkeypatch.setattr(services, "solve_for", lambda table_id: done.append("solved"))
    monkeypatch.setattr(services, "to_move", lambda *a: (done.append("locked"), to_move(*a))[1])
    send(cast.ann_phone, "hint", table)
    assert done == ["solved", "locked"]
