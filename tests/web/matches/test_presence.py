"""Pages that ask for news: what is news, what it costs, and who has gone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.factories.matches import CHART, TO_JOIN, act, bet, state_of
from tests.web.matches.reading import (
    asked,
    assert_part,
    assert_whole,
    at,
    door,
    seats,
    send,
    shown,
    status_line,
)
from tests.web.pages import HTMX, page, statements, words
from trainer.matches import presence
from trainer.matches.models import AWAY, LONG_AWAY, Stage
from trainer.matches.presence import HEARTBEAT, TOGETHER


def gone(response) -> list[str]:
    """The names of the seats that nobody plays."""
    return [name for name, seat in seats(response).items() if "gone" in words(seat)]


def wait(clock, table, *clients, seconds: float = AWAY.total_seconds() + 1) -> None:
    """Let time pass while the pages of some devices ask for news."""
    pages = [(client, shown(client, table)) for client in clients]
    clock.shift(seconds / 2)
    for client, response in pages:
        asked(client, table, response)
    clock.shift(seconds / 2)


def test_without_news_there_is_no_content_for_one_query_and_nothing_is_written(cast):
    table = cast.begun(CHART)
    response = shown(cast.ann_phone, table)
    sessions = list(Session.objects.values_list())
    with statements() as sent:
        polled = asked(cast.ann_phone, table, response)
    assert (polled.status_code, polled.content) == (204, b"")
    assert len(sent) == 1
    assert sent[0].startswith("SELECT")
    assert not polled.cookies
    assert list(Session.objects.values_list()) == sessions


@pytest.mark.parametrize("stage", ["gathering", "playing"])
def test_what_another_device_does_is_news(cast, stage):
    table = cast.gathering() if stage == "gathering" else cast.begun()
    before = shown(cast.ann_phone, table)
    if stage == "gathering":
        cast.ben_phone.post(door(table), {"name": "Ben"})
    else:
        send(cast.laptop(), "bet", table, size="10")
    polled = asked(cast.ann_phone, table, before)
    assert_part(polled)
    assert "Ben" in words(polled)
    assert asked(cast.ann_phone, table, polled).status_code == 204


def test_only_what_is_new_is_said(cast):
    table = cast.begun()
    before = shown(cast.ann_phone, table)
    bet(cast.ann, table, 10)
    first = asked(cast.ann_phone, table, before)
    assert words(page(first).select_one("template")) == "Ann bets 10 chips. Ben, put out your bet."
    bet(cast.ben, table, 25)
    second = words(page(asked(cast.ann_phone, table, first)).select_one("template"))
    assert "Ann bets" not in second
    assert second.startswith("Ben bets 25 chips. ")


def test_a_page_without_scripts_looks_again_by_its_link(cast):
    table = cast.begun()
    link = page(shown(cast.ann_phone, table)).select_one("[data-poll]")
    assert_whole(cast.ann_phone.get(link["href"]))
    assert_whole(cast.ann_phone.get(link["href"], {"seen": "1-00"}))


def test_for_htmx_the_table_alone_is_answered(cast):
    table = cast.begun()
    assert_part(cast.ann_phone.get(at("play", table), headers=HTMX))
    restored = {**HTMX, "HX-History-Restore-Request": "true"}
    assert_whole(cast.ann_phone.get(at("play", table), headers=restored))


def test_that_somebody_has_gone_is_news_and_that_they_are_back(cast, clock):
    table = cast.begun()
    before = shown(cast.ann_phone, table)
    assert gone(before) == []
    wait(clock, table, cast.ann_phone)
    away = asked(cast.ann_phone, table, before)
    assert_part(away)
    assert gone(away) == ["Ben"]
    assert "Ben has gone. Who plays on?" in words(away)
    assert asked(cast.ann_phone, table, away).status_code == 204
    shown(cast.ben_phone, table)
    back = asked(cast.ann_phone, table, away)
    assert gone(back) == []


def test_before_so_long_nobody_has_gone(cast, clock):
    table = cast.begun()
    wait(clock, table, cast.ann_phone, seconds=AWAY.total_seconds())
    assert gone(shown(cast.ann_phone, table)) == []


def test_that_somebody_is_there_is_written_down_now_and_then(cast, clock):
    table = cast.begun()
    response = shown(cast.ben_phone, table)
    first = cast.person(table, "Ben").seen_at
    clock.shift(HEARTBEAT)
    with statements() as sent:
        assert asked(cast.ben_phone, table, response).status_code == 204
    assert len(sent) == 1
    assert cast.person(table, "Ben").seen_at == first
    clock.shift(1)
    with statements() as sent:
        assert asked(cast.ben_phone, table, response).status_code == 204
    assert sum(each.startswith("UPDATE") for each in sent) == 1
    assert cast.person(table, "Ben").seen_at == first + HEARTBEAT + timedelta(seconds=1)


def test_those_who_are_there_are_written_down_together(cast, clock):
    table = cast.begun()
    pages = [(phone, shown(phone, table)) for phone in (cast.ann_phone, cast.ben_phone)]
    first = cast.person(table, "Ben").seen_at
    clock.shift(HEARTBEAT + timedelta(seconds=1))
    for phone, response in pages:
        asked(phone, table, response)
    seen = [cast.person(table, name).seen_at for name in ("Ann", "Ben")]
    assert seen == [first + HEARTBEAT + timedelta(seconds=1), first]
    clock.shift(TOGETHER)
    with statements() as sent:
        asked(cast.ben_phone, table, pages[1][1])
    assert sum(each.startswith("UPDATE") for each in sent) == 1
    assert cast.person(table, "Ben").seen_at == first + HEARTBEAT + timedelta(seconds=1) + TOGETHER


def test_who_was_noted_long_ago_is_not_made_present_by_what_is_written_later(cast, clock):
    table = cast.begun()
    first = cast.person(table, "Ben").seen_at
    pages = [(phone, shown(phone, table)) for phone in (cast.ann_phone, cast.ben_phone)]
    clock.shift(HEARTBEAT + timedelta(seconds=1))
    for phone, response in pages:
        asked(phone, table, response)
    clock.shift(HEARTBEAT + TOGETHER + timedelta(seconds=1))
    asked(cast.ann_phone, table, pages[0][1])
    assert cast.person(table, "Ben").seen_at == first


def test_who_is_written_down_with_others_was_there_when_noted(cast, clock):
    table = cast.begun()
    pages = [(phone, shown(phone, table)) for phone in (cast.ann_phone, cast.ben_phone)]
    clock.shift(HEARTBEAT + timedelta(seconds=1))
    for phone, response in pages:
        asked(phone, table, response)
    noted = timezone.now()
    clock.shift(HEARTBEAT + timedelta(seconds=1))
    asked(cast.ann_phone, table, pages[0][1])
    assert cast.person(table, "Ann").seen_at == timezone.now()
    assert cast.person(table, "Ben").seen_at == noted


def test_that_somebody_was_there_later_is_not_forgotten(cast, clock):
    table = cast.begun()
    ben, now = cast.person(table, "Ben"), timezone.now()
    presence._write({ben.pk: now - timedelta(seconds=20)})
    assert cast.person(table, "Ben").seen_at == ben.seen_at


def test_whoever_had_gone_is_back_for_the_others_at_once(cast, clock):
    table = cast.begun()
    clock.shift(AWAY + timedelta(seconds=1))
    shown(cast.ann_phone, table)
    shown(cast.ben_phone, table)
    assert gone(shown(cast.ann_phone, table)) == []


def test_whoever_does_something_is_there_though_their_page_never_asks(cast, clock):
    """As where scripts do not run: a long thought is no absence."""
    table = cast.begun()
    clock.shift(AWAY.total_seconds() + 100)
    assert send(cast.ann_phone, "bet", table, size="5", headers=HTMX).status_code == 200
    assert gone(shown(cast.ben_phone, table)) == []
    clock.shift(AWAY.total_seconds() + 100)
    assert send(cast.ann_phone, "bet", table, size="5", headers=HTMX).status_code == 403
    assert gone(shown(cast.ben_phone, table)) == []


def test_who_asks_is_never_told_that_they_have_gone(cast, clock):
    table = cast.begun()
    clock.shift(AWAY.total_seconds() + 100)
    response = shown(cast.ben_phone, table)
    assert gone(response) == ["Ann"]
    assert asked(cast.ben_phone, table, response).status_code == 204


def test_while_the_maker_is_away_the_next_who_is_there_leads(cast, clock):
    table = cast.joined()
    assert not page(shown(cast.ben_phone, table)).find(id="begin")
    wait(clock, table, cast.ben_phone)
    assert page(shown(cast.ben_phone, table)).find(id="begin")
    shown(cast.ann_phone, table)
    assert not page(shown(cast.ben_phone, table)).find(id="begin")
    assert send(cast.ben_phone, "begin", table).status_code == 403
    wait(clock, table, cast.ben_phone)
    assert send(cast.ben_phone, "begin", table).status_code == 302


def test_only_a_maker_who_is_away_for_long_leaves_the_end_to_the_next(cast, clock):
    table = cast.begun(rounds=None)
    wait(clock, table, cast.ben_phone)
    before = shown(cast.ben_phone, table)
    assert not page(before).find(id="end")
    assert send(cast.ben_phone, "end", table).status_code == 403
    wait(clock, table, cast.ben_phone, seconds=LONG_AWAY.total_seconds())
    after = asked(cast.ben_phone, table, before)
    assert page(after).find(id="end"), "it is news"
    assert send(cast.ben_phone, "end", table).status_code == 302


def test_a_joiner_who_leads_does_not_call_the_table_off_but_may_leave(cast, clock):
    table = cast.joined()
    wait(clock, table, cast.ben_phone)
    response = shown(cast.ben_phone, table)
    assert "Call it off" not in words(response)
    assert "Leave" in words(page(response).select_one(".match-gathering"))
    assert send(cast.ben_phone, "end", table).status_code == 403
    maker = page(shown(cast.ann_phone, table)).select_one(".match-gathering")
    assert "Call it off" in words(maker)
    assert "Leave" not in words(maker)
    wait(clock, table, cast.ben_phone, seconds=LONG_AWAY.total_seconds() + 1)
    assert "Call it off" in words(shown(cast.ben_phone, table))
    assert send(cast.ben_phone, "end", table).status_code == 302


def test_a_maker_who_comes_after_a_long_thought_leads_all_the_same(cast, clock):
    table = cast.begun(rounds=None)
    wait(clock, table, cast.ben_phone)
    assert send(cast.ann_phone, "end", table).status_code == 302


def test_where_all_have_gone_whoever_comes_first_leads(cast, clock):
    table = cast.joined(TO_JOIN)
    clock.shift(AWAY.total_seconds() + 100)
    assert send(cast.ben_phone, "seat", table, 2, kind="chart").status_code == 302


def test_a_match_that_ends_while_a_page_asks_shows_its_result(cast):
    table = cast.begun(rounds=1)
    before = shown(cast.ben_phone, table)
    while table.stage is not Stage.OVER:
        match = state_of(table)
        who = [cast.ann, cast.ben][match.turn]
        act(who, table, "S") if match.playing else bet(who, table, 5)
    after = asked(cast.ben_phone, table, before)
    assert_part(after)
    assert page(after).select_one(".match-result")
    assert not page(after).select("[data-poll]")
    assert "chips" in status_line(after)


def test_another_page_of_who_has_left_before_the_start_asks_no_more(cast):
    table = cast.joined()
    before = shown(cast.ben_phone, table)
    send(cast.ben_phone, "leave", table)
    after = asked(cast.ben_phone, table, before)
    assert after.status_code == 404
    assert not page(after).select("[data-poll]")


def test_another_page_of_who_has_left_the_match_shows_how_to_come_back_and_costs_little(cast):
    table = cast.begun(CHART)
    before = shown(cast.ben_phone, table)
    send(cast.ben_phone, "leave", table)
    after = asked(cast.ben_phone, table, before)
    assert_part(after)
    assert page(after).find(id="back-1")
    with statements() as sent:
        assert asked(cast.ben_phone, table, after).status_code == 204
    assert len(sent) == 1


def test_a_page_of_an_account_that_is_deleted_finds_nothing(cast):
    table = cast.begun()
    before = shown(cast.ben_phone, table)
    cast.ben_phone.post("/account/data/delete/", {"sure": "on"})
    assert asked(cast.ben_phone, table, before).status_code == 404


def test_a_table_that_is_cleared_away_is_not_found(cast):
    table = cast.gathering()
    before = shown(cast.ann_phone, table)
    address = at("play", table)
    table.delete()
    sent = {"seen": "0-0", "me": str(before.context["page"].sitting.me.public_id)}
    assert cast.ann_phone.get(address, sent, headers=HTMX).status_code == 404
