"""The examples in the docstrings of the engine are run, so that they stay true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import strategy

MODULES = [
    "strategy",
    *(
        each.name
        for each in walk_packages(strategy.__path__, "strategy.")
        if not each.name.endswith("__main__")
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_come_true(name):
    assert doctest.testmod(import_module(name), raise_on_error=False).failed == 0


@pytest.mark.parametrize(
    "name",
    ["strategy", "strategy.cards", "strategy.hands", "strategy.rules", "strategy.situations"],
)
def test_the_modules_of_small_values_have_examples(name):
    assert name in MODULES
    assert doctest.testmod(import_module(name)).attempted > 0
