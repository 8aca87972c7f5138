"""Chips balance whatever is played, and what becomes of the rows of matches."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategy.money import CHIP, chips
from tests.factories import UserFactory
from tests.factories.matches import CHART, COPYCAT, OWN, act, beside, bet, seeded, stand, state_of
from tests.web.conftest import client_of
from tests.web.matches.reading import asked, send, shown, status_line
from tests.web.matches.test_presence import wait
from tests.web.pages import page, words
from trainer.matches import states
from trainer.matches.models import MatchTable, PlayerKind, Seat, Stage
from trainer.matches.services import Place
from trainer.upkeep.services import ABANDONED

COMPUTERS = st.sampled_from([CHART, COPYCAT, Place(PlayerKind.GAMBLER, "Gambler")])


@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)
@given(
    others=st.lists(COMPUTERS, max_size=3, unique_by=lambda place: place.name),
    hits_soft_17=st.booleans(),
    whims=st.randoms(use_true_random=False),
)
def test_whatever_is_played_the_chips_balance(cast, others, hits_soft_17, whims):
    table = cast.made(
        OWN, beside("Bob"), *others, rounds=4, chips=40, sizes=(5, 15), hits_soft_17=hits_soft_17
    )
    nets = [0] * (2 + len(others))
    played = 0
    while not (match := state_of(table)).over:
        if match.playing:
            match = act(cast.ann, table, str(whims.choice(match.round.legal_actions)))
        elif (sizes := match.bets_of(match.turn)) and match.turn in (0, 1):
            match = bet(cast.ann, table, whims.choice(sizes) // CHIP)
        else:
            send(cast.ann_phone, "on", table)
            match = state_of(table)
        if match.rounds_played > played and match.round.over:
            for place, seat in enumerate(match.dealt_to):
                nets[seat] += match.round.net(place)
            assert match.rounds_played == played + 1, "each ends in a request of its own"
            played += 1
    assert [40 * CHIP + net for net in nets] == list(match.piles)
    assert min(match.piles) >= 0
    assert all(pile % CHIP == 0 for pile in match.piles)
    rows = page(shown(cast.ann_phone, table)).select(".match-result__seats tbody tr")
    piles = {words(row.th).split(" ")[0]: words(row.select("td")[1]) for row in rows}
    assert (piles["Ann"], piles["Bob"]) == tuple(chips(pile) for pile in match.piles[:2])
    states._kept.clear()
    assert state_of(table).piles == match.piles
    for seat in table.seats.all():
        rounds = sum(
            before[seat.number] >= 5 * CHIP for before in match.history[: match.rounds_played]
        )
        assert seat.played == rounds


def tidy() -> str:
    output = StringIO()
    call_command("tidy", stdout=output)
    return output.getvalue().strip()


def aged(table: MatchTable) -> MatchTable:
    table.made_at = timezone.now() - ABANDONED - timedelta(days=1)
    table.save()
    return table


def test_matches_that_never_began_or_that_nobody_knows_go_and_others_stay(cast):
    never, off, unknown = cast.gathering(), cast.gathering(), cast.made()
    send(cast.ann_phone, "end", off)
    unknown.participants.all().delete()
    kept = [aged(cast.begun()), cast.gathering(), aged(cast.made(rounds=None))]
    send(cast.ann_phone, "end", kept[-1])
    for table in (never, off, unknown):
        aged(table)
    assert tidy().endswith("3 matches")
    assert set(MatchTable.objects.all()) == set(kept)
    assert Seat.objects.count() == 6
    assert tidy().endswith("0 matches")


@pytest.mark.parametrize("where", ["between rounds", "in a round"])
def test_a_match_that_nobody_plays_on_is_ended_and_stays(cast, clock, where):
    table, played = cast.begun(rounds=None), cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    if where == "in a round":
        bet(cast.ann, table, 5)
        bet(cast.ben, table, 5)
    before = shown(cast.ann_phone, table)
    clock.shift(ABANDONED)
    bet(cast.ann, played, 5)
    clock.shift(timedelta(days=1))
    assert tidy().endswith("ended: 1 matches")
    assert (state_of(table).over, table.stage) == (False, Stage.OVER)
    played.refresh_from_db()
    assert played.stage is Stage.PLAYING
    assert "ended" not in tidy()
    response = asked(cast.ann_phone, table, before)
    assert status_line(response) == "The match was left in the middle."
    assert "Nobody has played on for a long time" in words(response)
    assert page(response).select_one(".match-result")
    assert not page(response).select("#end, #on, form.actions, [data-poll]")
    for name in ("bet", "act", "on", "end"):
        assert send(cast.ann_phone, name, table, size="5", action="S").status_code in (403, 409)


def test_in_the_admin_matches_are_looked_at_and_the_seed_is_not(cast):
    table = cast.made()
    bet(cast.ann, table, 5, 5)
    stand(cast.ann, table)
    staff = client_of(UserFactory(is_staff=True, is_superuser=True))
    for name, args in (("changelist", []), ("change", [table.pk])):
        response = staff.get(reverse(f"admin:matches_matchtable_{name}", args=args))
        assert response.status_code == 200
        assert table.seed not in response.content.decode()
    assert staff.get(reverse("admin:matches_matchtable_add")).status_code == 403
    for name in ("change", "delete"):
        address = reverse(f"admin:matches_matchtable_{name}", args=[table.pk])
        assert staff.post(address, {"post": "yes"}).status_code == 403
    for client in (cast.ann_phone, cast.ben_phone):
        assert client.get(reverse("admin:matches_matchtable_changelist")).status_code == 302
    assert MatchTable.objects.get() == table


def test_rows_say_what_they_are(cast):
    table = cast.joined(CHART)
    assert [str(table), str(table.seats.first())] == ["Friday night", "0: person"]
    assert str(cast.person(table, "Ben")) == "Ben"
    assert table.stage is Stage.GATHERING


@pytest.mark.parametrize("kind", [kind for kind in PlayerKind if kind is not PlayerKind.PERSON])
def test_a_stand_in_plays_for_a_person_as_its_style_does(cast, clock, kind):
    table = cast.begun()
    wait(clock, table, cast.ben_phone)
    send(cast.ben_phone, "stand_in", table, 0, kind=kind.value)
    assert table.seats.first().player.value == kind.value
    assert state_of(table).bets[0] is not None
    assert state_of(table).agreement.chairs[0].kind.value == "person"
