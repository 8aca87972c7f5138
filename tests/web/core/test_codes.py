"""Codes: long enough not to be guessed, and of signs that are not taken for others."""

from __future__ import annotations

from trainer.core import codes


def test_nothing_in_a_code_looks_like_something_else():
    assert not set("01OILU") & set(codes.ALPHABET)
    assert len(set(codes.ALPHABET)) == len(codes.ALPHABET) == 30


def test_there_are_too_many_to_guess():
    assert len(codes.ALPHABET) ** codes.JOIN_LENGTH > 4e11
    made = {codes.new_join_code() for _time in range(200)}
    assert len(made) == 200
    assert all(len(code) == codes.JOIN_LENGTH for code in made)
    assert len(codes.new_first_code()) == codes.FIRST_LENGTH


def test_what_is_shown_is_understood_when_typed():
    code = codes.new_first_code()
    assert codes.typed(codes.shown(code)) == code
    assert codes.typed(codes.shown(code).lower().replace("-", " ")) == code
