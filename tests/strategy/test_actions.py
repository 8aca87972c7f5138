from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.actions import Action, Code, UnknownAction
from tests.strategy.samples import read_or_refusal


@pytest.mark.parametrize("action", Action)
def test_an_action_reads_back_from_its_letter_and_its_word(action):
    forms = (str(action), str(action).lower(), action.word, action.word.upper(), f" {action.word} ")
    assert {Action.parse(form) for form in forms} == {action}


def test_letters_are_the_keys_of_the_keyboard():
    keys = {action.word: str(action) for action in Action}
    assert keys == {
        "hit": "H",
        "stand": "S",
        "double": "D",
        "split": "P",
        "surrender": "R",
        "insure": "I",
        "decline": "N",
    }


@given(st.text(max_size=9))
def test_any_other_text_is_refused_with_itself_named(text):
    found = read_or_refusal(Action.parse, UnknownAction, text)
    if isinstance(found, Action):
        assert text.strip().upper() in {found.value, found.name}
    else:
        assert found.startswith(f"{text!r} is not an action")


@pytest.mark.parametrize("code", Code)
def test_a_code_reads_back_as_printed(code):
    assert Code.parse(str(code)) is code


@pytest.mark.parametrize("text", ["", "dh", "DH", "D", "R", "X", "HS", "Hh", "Sp", " H", "--"])
def test_what_is_no_code_is_refused_with_the_codes_named(text):
    with pytest.raises(UnknownAction, match=r"is not a code of a chart \(H S Dh Ds P "):
        Code.parse(text)


@pytest.mark.parametrize(
    ("code", "first", "otherwise"),
    [
        ("H", Action.HIT, None),
        ("S", Action.STAND, None),
        ("Dh", Action.DOUBLE, Action.HIT),
        ("Ds", Action.DOUBLE, Action.STAND),
        ("P", Action.SPLIT, None),
        ("Ph", Action.SPLIT, Action.HIT),
        ("Pd", Action.SPLIT, Action.DOUBLE),
        ("Ps", Action.SPLIT, Action.STAND),
        ("Rh", Action.SURRENDER, Action.HIT),
        ("Rs", Action.SURRENDER, Action.STAND),
        ("Rp", Action.SURRENDER, Action.SPLIT),
        ("-", None, None),
    ],
)
def test_the_capital_is_the_first_play_and_the_small_letter_the_other(code, first, otherwise):
    assert Code.parse(code).first is first
    assert Code.parse(code).otherwise is otherwise


def test_every_code_is_listed_above():
    assert " ".join(map(str, Code)) == "H S Dh Ds P Ph Pd Ps Rh Rs Rp -"
