"""GET /progress/cell/ and POST /progress/drill/: a cell closely, and drilling it."""

from __future__ import annotations

import pytest

from tests.factories import UserFactory, answer, decide, taught
from tests.web.conftest import client_of
from tests.web.pages import assert_page, assert_refused_method, page, recorded, statements, words
from tests.web.reports.reading import answered, figures, key_of, log, rows
from trainer.drills.models import Drill

pytestmark = pytest.mark.usefixtures("rulebook")

URL, DRILL = "/progress/cell/", "/progress/drill/"
SOFT = {"cell": "soft A7 v 9"}


def test_it_shows_the_plays_made_what_they_are_worth_and_the_likely_cause(owner, learner):
    answered(learner, "AS 7D v 9H", "SSSHHHSSSH")
    answered(learner, "AS 7D v 9H", "SS", assisted=True)
    response = owner.get(URL, SOFT | {"deck": key_of()})
    assert_page(response)
    assert words(page(response).h1) == "A,7 v 9: Hit"
    assert "Stand in 6 of your latest 10 answers; right is Hit. Carried over from A,7 v 8?" in (
        words(response)
    )
    plays = rows(response, "plays")
    assert [(row[0], row[3]) for row in plays] == [
        ("Hit (by the chart)", "4"),
        ("Stand", "6"),
        ("Double a blunder", "0"),
    ]
    assert plays[0][2] == "0.000"
    assert plays[1][2] == "0.084"
    found = figures(response)
    assert found["Your answers"] == ["40%", "4 right of 10"]
    assert found["Pace"][0] == "3.0 s"
    assert "an error loses 0.084 of a bet" in found["Cost in 100 hands"][1]


def test_close_calls_are_told_from_blunders(owner, learner):
    decide(learner, "TS 2D v 4H", "S")
    plays = rows(owner.get(URL, {"cell": "hard 12 v 4"}), "plays")
    assert [row[0] for row in plays] == [
        "Stand (by the chart)",
        "Hit a close call",
        "Double a blunder",
    ]


def test_a_cell_in_which_the_chart_errs_says_so(owner, learner):
    printed = taught("atlantic-city", "atlantic-city-printed")
    decide(learner, "9S 9D v AH", "P", teaching=printed)
    response = owner.get(URL, {"deck": key_of(printed), "cell": "pair 99 v A"})
    assert "By the exact values Stand is better here by 0.029 of a bet" in words(response)


def test_longer_hands_and_hands_after_a_split_are_left_out(owner, learner):
    decide(learner, "5S 2D 4H v 6H", "H")
    decide(learner, "8S 3D v 6H", "D")
    response = owner.get(URL, {"cell": "hard 11 v 6"})
    assert figures(response)["Your answers"] == ["1 of 1", "too few for a rate"]
    assert [row[3] for row in rows(response, "plays")] == ["1", "0", "0"]


def test_nothing_is_named_as_a_cause_on_nine_answers(owner, learner):
    answered(learner, "AS 7D v 9H", "S" * 9)
    assert "of your latest" not in words(owner.get(URL, SOFT))


def test_of_a_cell_never_answered_it_says_so(owner, learner):
    decide(learner)
    response = owner.get(URL, SOFT)
    assert figures(response)["Your answers"] == ["0 of 0", "no answers yet"]
    assert "Carried over" not in words(response)


@pytest.mark.parametrize("cell", ["", "soft A7", "hard 30 v 9", "hard 4 v 9", "<script>"])
def test_a_cell_that_there_is_not_is_refused(owner, learner, cell):
    decide(learner)
    assert_page(owner.get(URL, {"cell": cell}), 422)
    assert owner.post(DRILL, {"cells": cell}).status_code == 422


def test_a_chart_that_was_not_taught_is_refused(owner, learner):
    decide(learner)
    assert owner.get(URL, SOFT | {"deck": key_of(taught("european"))}).status_code == 422
    refused = owner.post(DRILL, {"cells": "soft A7 v 9", "deck": "1-x"})
    assert refused.status_code == 422


def test_who_has_answered_nothing_has_no_cells(client, owner):
    for browser in (client, owner):
        assert "No answers yet" in words(browser.get(URL, SOFT))
        assert browser.post(DRILL, {"cells": "soft A7 v 9"}).status_code == 404
    assert not Drill.objects.exists()


def test_nobody_sees_the_answers_of_another(learner):
    log(learner, "soft", 3, 8)
    other = UserFactory()
    decide(other)
    response = client_of(other).get(URL, SOFT)
    assert figures(response)["Your answers"] == ["0 of 0", "no answers yet"]


def test_it_drills_the_cell_and_what_it_is_confused_with(owner, learner):
    answered(learner, "AS 7D v 9H", "S" * 10)
    form = page(owner.get(URL, SOFT)).select_one(f"form[action='{DRILL}']")
    fields = {}
    for field in form.select("input[name]"):
        if field["name"] != "csrfmiddlewaretoken":
            fields.setdefault(field["name"], []).append(field["value"])
    response = owner.post(DRILL, fields)
    drill = Drill.objects.get(learner=learner)
    assert response["Location"] == f"/drill/{drill.public_id}/"
    assert (drill.cells, drill.length) == (["soft A7 v 9", "soft A7 v 8"], 10)
    assert (drill.rules, drill.chart) == (taught().rule_set.current, taught().chart.current)
    assert drill.back.startswith("/progress/weak/")


def test_two_clicks_start_one_drill(owner, learner):
    decide(learner)
    first, second = (owner.post(DRILL, {"cells": "hard 16 v 9"}) for _click in range(2))
    assert first["Location"] == second["Location"]
    other = owner.post(DRILL, {"cells": "hard 16 v T"})
    assert other["Location"] != first["Location"]
    assert Drill.objects.filter(learner=learner).count() == 2


def test_a_guest_drills_as_well(guest, guest_drill):
    answer(guest_drill)
    assert guest.post(DRILL, {"cells": "hard 16 v 9"}).status_code == 302


def test_other_methods_are_refused(owner):
    assert_refused_method(owner.post(URL), "GET", "HEAD")
    assert_refused_method(owner.get(DRILL), "POST")


def test_looking_changes_nothing_and_costs_the_same(owner, learner):
    log(learner, "soft", 6, 6)
    before, counts = recorded(), []
    for _round in range(2):
        with statements() as made:
            owner.get(URL, SOFT)
        counts.append(len(made))
        assert recorded() == before
    assert counts[0] == counts[1] <= 8
