"""/match/: making a table, and what is agreed at it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import UserFactory
from tests.factories.matches import CHART, OWN, TO_JOIN, act, beside, bet, made, stand, state_of
from tests.web.conftest import client_of, client_of_guest
from tests.web.matches.reading import (
    LOBBY,
    QUICK,
    assert_whole,
    at,
    door,
    notice,
    send,
    shown,
    status_line,
    stored,
)
from tests.web.pages import assert_refused_method, page, statements, words
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.matches.forms import TableForm
from trainer.matches.models import MatchTable, Participant, PlayerKind, Stage
from trainer.matches.queries import OVER_SHOWN
from trainer.matches.requirements import MOST_TABLES
from trainer.matches.services import Place

SENT = {
    "table": "Friday night",
    "chips": "100",
    "sizes": "5 10 25",
    "rounds": "10",
    "soft_17": "stands",
    "who_0": "me",
    "name_0": "Ann",
    "who_1": "here",
    "name_1": "Bob",
}
"""Two persons on one device."""


def errors(response) -> str:
    """What the form says is wrong."""
    found = page(response).select(".invalid-feedback, .match-form-place__error, #make .alert")
    return " ".join(words(each) for each in found)


def assert_not_made(response, message: str) -> None:
    assert_whole(response, 422)
    assert message in errors(response)
    assert not MatchTable.objects.exists()
    assert not Participant.objects.exists()


def test_a_guest_or_an_account_makes_a_table_and_the_match_begins_where_nobody_has_to_come(
    rulebook, owner, guest
):
    for client in (owner, guest):
        response = client.post(LOBBY, SENT)
        table = MatchTable.objects.first()
        assert response["Location"] == at("play", table)
        assert table.stage is Stage.PLAYING
        assert status_line(shown(client, table)) == "Ann, put out your bet."
    assert MatchTable.objects.count() == 2
    assert User.objects.get(guest_key="the-guest").is_guest


def test_somebody_without_a_session_gets_one_with_the_table(rulebook):
    newcomer = Client()
    response = newcomer.post(LOBBY, SENT)
    assert_whole(newcomer.get(response["Location"]))
    assert Client().get(response["Location"]).status_code == 404


def test_a_table_waits_for_who_joins_by_link(rulebook, owner):
    response = owner.post(LOBBY, SENT | {"who_2": "link", "name_2": "ignored"}, follow=True)
    table = MatchTable.objects.get()
    assert table.stage is Stage.GATHERING
    assert "To be taken" in words(response)
    assert f"{table.code[:4]}-{table.code[4:]}" in words(response)
    assert f"http://testserver{door(table)}" in words(response)
    assert "ignored" not in words(response)


def test_the_table_has_what_was_typed(rulebook, owner):
    typed = {
        "table": " Night at Ann's ",
        "chips": "250",
        "sizes": "1, 2,50",
        "rounds": "",
        "soft_17": "hits",
        "hints_1": "on",
        "who_4": "expert",
        "who_6": "gambler",
        "name_6": "Lady Luck",
    }
    owner.post(LOBBY, SENT | typed)
    table = MatchTable.objects.get()
    assert (table.name, table.chips, table.sizes) == ("Night at Ann's", 250, "1 2 50")
    assert (table.rounds, table.rules.code.split()[1]) == (None, "H17")
    seats = table.seats.values_list("number", "kind", "name", "hints")
    assert list(seats) == [
        (0, "person", "", False),
        (1, "person", "Bob", True),
        (2, "expert", "Champion", False),
        (3, "gambler", "Lady Luck", False),
    ]


def test_hints_for_everybody_are_hints_for_every_person(rulebook, owner):
    owner.post(LOBBY, SENT | {"hints": "on"})
    assert list(MatchTable.objects.get().seats.values_list("hints", flat=True)) == [True, True]


WHOLE = "A bet is a whole number of chips."
SEATS = "A match has 2 to 7 seats: name their players."


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"sizes": "5 7.5"}, WHOLE),
        ({"sizes": "5 -10"}, WHOLE),
        ({"sizes": "0 5"}, WHOLE),
        ({"sizes": "5 ten"}, WHOLE),
        ({"sizes": "5 99999999999999999999"}, WHOLE),
        ({"sizes": "٥"}, WHOLE),
        ({"sizes": "10 5"}, "List the bets from the smallest to the largest."),
        ({"sizes": "5 5"}, "List the bets from the smallest to the largest."),
        ({"sizes": "1 2 3 4 5 6 7 8 9"}, "A table offers 1 to 8 bets."),
        ({"sizes": ""}, "This field is required."),
        ({"sizes": " , "}, "A table offers 1 to 8 bets."),
        ({"sizes": "1 " * 60}, "at most 80 characters"),
        ({"chips": "4"}, "A seat starts with the smallest bet at least."),
        ({"chips": "0"}, "greater than or equal to 1."),
        ({"chips": "-5"}, "greater than or equal to 1."),
        ({"chips": "1000001"}, "less than or equal to 1000000."),
        ({"chips": "9" * 5000}, "Enter a whole number."),
        ({"chips": "ten"}, "Enter a whole number."),
        ({"chips": ""}, "This field is required."),
        ({"rounds": "0"}, "greater than or equal to 1."),
        ({"rounds": "201"}, "less than or equal to 200."),
        ({"rounds": "many"}, "Enter a whole number."),
        ({"soft_17": "sometimes"}, "Select a valid choice."),
        ({"soft_17": ""}, "This field is required."),
        ({"table": ""}, "This field is required."),
        ({"table": "x" * 41}, "at most 40 characters"),
        ({"table": "a\u200bb"}, "A name has no characters that cannot be shown."),
        ({"table": "a\x00b"}, "Null characters are not allowed."),
        ({"who_1": ""}, SEATS),
        ({"who_0": "", "who_1": ""}, SEATS),
        ({"who_1": "me"}, "You can have one seat of your own."),
        ({"who_1": "person"}, "Select a valid choice."),
        ({"who_1": "cheat"}, "Select a valid choice."),
        ({"who_0": "expert", "who_1": "chart"}, "At least one seat is a person's."),
        ({"name_1": "Ann"}, "Another seat has that name."),
        ({"name_1": "aNN "}, "Another seat has that name."),
        ({"name_1": "STRASSE", "name_0": "straße"}, "Another seat has that name."),
        ({"name_1": "x" * 41}, "at most 40 characters"),
        ({"name_1": "Bo\nb"}, "A name has no characters that cannot be shown."),
        ({"name_1": "Bo\u202eb"}, "A name has no characters that cannot be shown."),
    ],
)
def test_what_no_table_can_agree_on_is_refused_with_the_reason(typed, message):
    form = TableForm(SENT | typed, own_name="Ann")
    assert not form.is_valid()
    assert message in " ".join(error for found in form.errors.values() for error in found)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"sizes": "10 5"}, "List the bets from the smallest to the largest."),
        ({"who_1": ""}, SEATS),
        ({"name_1": "aNN "}, "Another seat has that name."),
    ],
)
def test_the_page_tells_the_reason_and_makes_nothing(rulebook, owner, typed, message):
    response = owner.post(LOBBY, SENT | typed)
    assert_not_made(response, message)
    assert page(response).select_one("[name=table]")["value"] == "Friday night"


def test_an_empty_form_or_nonsense_makes_nothing(rulebook, owner):
    assert_not_made(owner.post(LOBBY), "This field is required.")
    nonsense = dict.fromkeys(SENT, "\x00 <b>'\";--") | {"hints": "?", "time_zone": "../x"}
    assert_not_made(owner.post(LOBBY, nonsense), "")


def names_of(table: MatchTable) -> list[str]:
    people = {person.pk: person.name for person in table.participants.all()}
    return [seat.name or people[seat.participant_id] for seat in table.seats.all()]


def test_players_without_a_name_get_one_that_nobody_else_has(rulebook, owner, learner):
    sent = SENT | {"name_0": "", "name_1": "", "who_2": "here", "who_3": "chart", "who_4": "chart"}
    owner.post(LOBBY, sent)
    names = names_of(MatchTable.objects.get())
    assert names == [learner.username, "Guest", "Guest 2", "By the chart", "By the chart 2"]


def test_a_name_like_that_of_a_computer_player_stays_and_the_computers_gets_a_number(
    rulebook, owner
):
    owner.post(LOBBY, SENT | {"name_0": "champion", "who_1": "expert", "name_1": ""})
    assert names_of(MatchTable.objects.get()) == ["champion", "Champion 2"]


def test_a_guest_without_a_name_is_a_guest(rulebook, guest):
    guest.post(LOBBY, SENT | {"name_0": "", "name_1": ""})
    assert names_of(MatchTable.objects.get()) == ["Guest", "Guest 2"]


def test_a_long_user_name_is_cut_to_what_a_seat_can_be_called(rulebook):
    client = client_of(UserFactory(username="x" * 150))
    client.post(QUICK)
    client.post(LOBBY, SENT | {"name_0": "", "name_1": "x" * 40})
    later, first = MatchTable.objects.all()
    assert names_of(first)[0] == "x" * 40
    assert names_of(later) == ["x" * 38 + " 2", "x" * 40]


def test_a_quick_match_begins_at_once_for_anybody(rulebook, owner, learner):
    for client in (owner, client_of_guest("the-guest"), Client()):
        response = client.post(QUICK, follow=True)
        assert_whole(response)
    table = MatchTable.objects.last()
    assert names_of(table)[:2] == [learner.username, "Champion"]
    assert (table.stage, table.rounds, table.sizes) == (Stage.PLAYING, 10, "5 10 25 50")
    assert [seat.hints for seat in table.seats.all()] == [True, False, False, False]


def test_a_guest_who_plays_at_once_has_the_zone_of_the_browser(rulebook, guest):
    lobby = page(guest.get(LOBBY))
    field = lobby.select_one("form:has(#quick) input[type=hidden][name=time_zone]")
    ids = [each["id"] for each in lobby.select("[id]")]
    assert field["id"] in ids
    assert len(ids) == len(set(ids))
    guest.post(QUICK, {"time_zone": "Asia/Tokyo"})
    assert User.objects.get(guest_key="the-guest").time_zone == "Asia/Tokyo"


def test_a_zone_that_does_not_exist_is_no_reason_to_refuse_a_quick_match(rulebook, guest):
    assert guest.post(QUICK, {"time_zone": "../x"}).status_code == 302


def test_somebody_can_be_at_so_many_tables_and_no_more(rulebook, owner, learner):
    for _number in range(MOST_TABLES):
        made(Visitor(learner, ""))
    before = stored()
    for address in (LOBBY, QUICK):
        response = owner.post(address, SENT | {"table": "One more"})
        assert_whole(response, 409)
        assert "as many tables as you can be" in notice(response)
        assert not errors(response)
    assert stored() == before
    table = MatchTable.objects.first()
    send(owner, "leave", table)
    assert owner.post(LOBBY, SENT | {"table": "One more"}).status_code == 302


@pytest.mark.parametrize("address", [LOBBY, QUICK])
@pytest.mark.parametrize("who", ["owner", "client"])
def test_a_double_click_makes_one_table(rulebook, request, who, address):
    browser = request.getfixturevalue(who)
    first, second = (browser.post(address, SENT) for _click in range(2))
    assert first["Location"] == second["Location"]
    assert MatchTable.objects.count() == Participant.objects.count() == 1


def test_the_lobby_lists_the_tables_that_one_is_at(rulebook, owner, learner, cast):
    made(Visitor(learner, ""), name="Ann")
    over = made(Visitor(learner, ""), rounds=None)
    send(owner, "end", over)
    made(Visitor(learner, ""), OWN, TO_JOIN)
    send(owner, "leave", made(Visitor(learner, "")))
    cast.made(OWN, CHART)
    with statements() as few:
        response = owner.get(LOBBY)
    assert_whole(response)
    lines = [words(line) for line in page(response).select(".table-list li")]
    ends = [line.rpartition("·")[2].strip() for line in lines]
    assert ends == ["left: you can come back", "seats to be taken", "in play", "over"]
    assert "2 seats" in lines[0]
    for _number in range(4):
        made(Visitor(learner, ""))
    with statements() as many:
        owner.get(LOBBY)
    assert len(many) == len(few) <= 6


def test_of_many_matches_that_are_over_the_lobby_lists_the_latest(rulebook, owner, learner):
    going = made(Visitor(learner, ""))
    for _number in range(OVER_SHOWN + 2):
        over = made(Visitor(learner, ""), rounds=None)
        MatchTable.objects.filter(pk=over.pk).update(ended_at=timezone.now())
    links = [link["href"] for link in page(owner.get(LOBBY)).select(".table-list a")]
    assert links[:2] == [at("play", going), at("play", over)]
    assert len(links) == 1 + OVER_SHOWN


def test_the_form_starts_with_what_newcomers_like(rulebook, owner, learner):
    form = page(owner.get(LOBBY)).select_one("#make")
    assert form.select_one("[name=chips]")["value"] == "100"
    assert form.select_one("[name=who_0] option[selected]")["value"] == "me"
    assert form.select_one("[name=name_0]")["value"] == learner.username
    assert form.select_one("[name=who_6] option[selected]")["value"] == ""
    sent = {field["name"]: field.get("value", "") for field in form.select("input[name]")}
    sent |= {
        field["name"]: field.select_one("option[selected]")["value"]
        for field in form.select("select")
    }
    sent = {k: v for k, v in sent.items() if not k.startswith("hints")} | {"soft_17": "stands"}
    assert owner.post(LOBBY, sent).status_code == 302


def test_playing_again_fills_in_what_the_table_had_agreed(cast):
    table = cast.begun(beside("Bob"), CHART, chips=70, sizes=(1, 7), rounds=None, hits_soft_17=True)
    send(cast.ann_phone, "end", table)
    link = page(shown(cast.ann_phone, table)).find("a", string="With other terms")
    form = page(cast.ann_phone.get(link["href"].partition("#")[0])).select_one("#make")
    values = [form.select_one(f"[name={name}]")["value"] for name in ("table", "chips", "sizes")]
    assert values == ["Friday night", "70", "1 7"]
    assert not form.select_one("[name=rounds]").get("value")
    assert form.select_one("[name=soft_17][checked]")["value"] == "hits"
    players = [
        (
            form.select_one(f"[name=who_{n}] option[selected]")["value"],
            form.select_one(f"[name=name_{n}]").get("value", ""),
        )
        for n in range(5)
    ]
    assert players == [
        ("me", "Ann"),
        ("link", ""),
        ("here", "Bob"),
        ("chart", "By the chart"),
        ("", ""),
    ]


@pytest.mark.parametrize("like", ["", "nonsense", "\x00", "123e4567-e89b-12d3-a456-426614174000"])
def test_a_table_that_is_not_to_be_had_is_no_model_for_another(rulebook, owner, cast, like):
    strange = str(cast.made(chips=77).public_id)
    for told in (like, strange):
        form = page(owner.get(LOBBY, {"like": told}))
        assert form.select_one("[name=chips]")["value"] == "100"


def agreed(response) -> list[str]:
    return [words(line) for line in page(response).select(".agreed li")]


def test_what_is_agreed_is_told_before_during_and_after_and_to_who_comes(cast):
    table = cast.gathering(rounds=1)
    told = [
        "100 chips each",
        "Bets of 5, 10 and 25",
        "1 round",
        "Dealer stands on soft 17",
        "No hints",
    ]
    assert agreed(shown(cast.ann_phone, table)) == told
    assert agreed(cast.ben_phone.get(door(table))) == told
    cast.ben_phone.post(door(table), {"name": "Ben"})
    cast.begin(table)
    assert agreed(shown(cast.ben_phone, table)) == told
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    while state_of(table).playing:
        act([cast.ann, cast.ben][state_of(table).turn], table, "S")
    assert table.stage is Stage.OVER
    assert agreed(shown(cast.ben_phone, table)) == told * 2


def test_a_table_without_rounds_says_who_ends_it_and_an_agreed_soft_17_is_told(cast):
    table = cast.made(rounds=None, hits_soft_17=True)
    assert agreed(shown(cast.ann_phone, table))[2:] == [
        "No number of rounds: whoever made the table ends the match",
        "Dealer hits soft 17",
        "No hints",
    ]


def test_for_whom_hints_are_agreed_is_told(cast):
    own = Place(PlayerKind.PERSON, here=True, hints=True)
    bob = Place(PlayerKind.PERSON, "Bob", here=True)
    cy = Place(PlayerKind.PERSON, "Cy", here=True, hints=True)
    to_join = Place(PlayerKind.PERSON, hints=True)
    for places, told in (
        ((own, cy, CHART), ["Hints for everybody"]),
        ((own, bob), ["Hints for Ann"]),
        ((own, bob, cy), ["Hints for Ann and Cy"]),
        ((bob, to_join), ["Hints at seat 2"]),
        ((own, bob, to_join, to_join), ["Hints for Ann", "Hints at seats 3 and 4"]),
        ((own, to_join), ["Hints for everybody"]),
    ):
        table = cast.made(*places)
        assert agreed(shown(cast.ann_phone, table))[4:] == told
        if table.stage is Stage.GATHERING:
            assert agreed(cast.ben_phone.get(door(table)))[4:] == told


def test_hints_at_a_seat_that_is_to_be_had_are_told_of_who_takes_it(cast):
    table = cast.made(OWN, Place(PlayerKind.PERSON, hints=True))
    cast.ben_phone.post(door(table), {"name": "Ben"})
    assert agreed(shown(cast.ben_phone, table))[4:] == ["Hints for Ben"]


def test_nothing_that_is_agreed_changes_after_the_start(cast):
    table = cast.begun()
    fields = ("name", "chips", "sizes", "rounds", "rules_id", "seed", "code", "made_at")
    before = [getattr(table, field) for field in fields]
    kinds = list(table.seats.values_list("number", "kind", "hints"))
    for name in ("begin", "bet", "act", "hint", "on", "end"):
        cast.ann_phone.post(at(name, table), SENT | {"seen": table.moves_made})
    for number in (0, 1):
        send(cast.ann_phone, "seat", table, number, kind="expert")
        send(cast.ann_phone, "seat", table, number, kind="")
    cast.ben_phone.post(door(table), {"name": "Zoe"})
    stand(cast.ann, cast.made())
    assert [getattr(table, field) for field in fields] == before
    assert list(table.seats.values_list("number", "kind", "hints")) == kinds


def test_methods(rulebook, owner):
    assert_refused_method(owner.put(LOBBY), "GET", "HEAD", "POST")
    assert_refused_method(owner.get(QUICK), "POST")


def test_a_table_made_is_dated_and_nobody_else_is_at_it(rulebook, owner, learner):
    owner.post(LOBBY, SENT)
    table = MatchTable.objects.get()
    assert table.made_at <= timezone.now()
    assert [person.user for person in table.participants.all()] == [learner]
