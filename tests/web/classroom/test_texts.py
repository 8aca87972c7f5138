"""Names as they are kept: nothing in them is invisible or turns others round."""

from __future__ import annotations

import pytest

from trainer.classroom.texts import same, tidy

PERSIAN = "علی\u200cرضا"
HINDI = "क्\u200dष"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Peter\u200b", "Peter"),
        ("\u202eretep\u202c", "retep"),
        ("\u2066Peter\u2069 \ufeffLee\u00ad", "Peter Lee"),
        ("Peter\u2028Lee\x00", "Peter Lee"),
        ("\u200dPeter\u200c Lee \u200d", "Peter Lee"),
        ("Peter\u200d\u200dLee1\u200c2", "PeterLee12"),
        (PERSIAN, PERSIAN),
        (HINDI, HINDI),
        ("\u200b\u200d\u2060", ""),
        ("\u3164\u2800 \u115f", ""),
    ],
)
def test_what_is_invisible_is_not_kept(text, kept):
    assert tidy(text) == kept


@pytest.mark.parametrize("other", ["Peter\u200b", "\u202epeter", "Pe\u200dter", " PETER"])
def test_names_that_look_the_same_are_the_same(other):
    assert same(other) == same("Peter")
