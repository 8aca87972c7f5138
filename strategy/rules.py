"""The rules of a table and their code: ``6D S17 PEEK DOA DAS SP4 SA2 NS 3:2 INS CUT75``."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from fractions import Fraction
from typing import Any, Final, Self

from strategy.actions import Action
from strategy.hands import Hand


class RulesError(ValueError):
    """A rules code that cannot be read, or rules that contradict each other.

    ``tokens`` are those that contradict each other; none where that is not the fault.
    """

    def __init__(self, message: str, *tokens: str) -> None:
        super().__init__(message)
        self.tokens = tokens


class HoleCard(Enum):
    """When the dealer takes a second card, and what a dealer's natural takes."""

    PEEK = "PEEK"
    """A hole card, looked at under an ace or a ten before anybody plays."""
    ENHC = "ENHC"
    """No hole card: a dealer's natural takes every bet, doubles and splits too."""
    OBO = "OBO"
    """No hole card: a dealer's natural takes the original bets only."""


class Doubling(Enum):
    """On which two cards a player may double."""

    ANY = "DOA"
    HARD_9_TO_11 = "D9"
    HARD_10_TO_11 = "D10"
    NEVER = "D0"


class Surrender(Enum):
    """Whether, and when, half the bet buys the player out of the first two cards."""

    NONE = "NS"
    LATE = "LS"
    """After the dealer has looked for a natural."""
    EARLY = "ES"
    """Before the dealer has looked."""
    EARLY_NOT_ACE = "ES10"
    """Early, and against an ace not at all."""


class Insurance(Enum):
    """What may be staked on the dealer's natural when the upcard is an ace."""

    HALF = "INS"
    """Up to half the bet."""
    WHOLE = "INS1"
    """Up to the whole bet; with a natural up to half."""
    NONE = "NOINS"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table, immutable; rules that contradict each other raise RulesError.

    >>> Rules.parse("H17 2D ndas").code
    '2D H17 PEEK DOA NDAS SP4 SA2 NS 3:2 INS CUT75'
    """

    decks: int = 6
    hits_soft_17: bool = False
    hole_card: HoleCard = HoleCard.PEEK
    doubling: Doubling = Doubling.ANY
    double_after_split: bool = True
    max_hands: int = 4
    """The most hands that may come from one; 1 means no splitting."""
    max_ace_hands: int = 2
    """The most hands from a pair of aces; 1 only where nothing is split."""
    hit_split_aces: bool = False
    surrender: Surrender = Surrender.NONE
    natural_pays: Fraction = Fraction(3, 2)
    insurance: Insurance = Insurance.HALF
    tens_split_by_rank: bool = False
    whole_chips: bool = False
    """Payouts are rounded down to a whole chip."""
    dealt_percent: int | None = 75
    """How much of the shoe is dealt before the cut card; None: shuffled before every round."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if (field.name, value) not in _TOKEN_OF and (field.name, value) != _NO_ACE_SPLIT:
                raise RulesError(f"{field.name} cannot be {value!r}")
        if self.max_hands == 1:
            if self.hit_split_aces:
                raise RulesError(
                    "HSA contradicts SP1: where nothing is split there are no split aces",
                    "HSA",
                    "SP1",
                )
            if self.double_after_split:
                raise RulesError(
                    "DAS contradicts SP1: where nothing is split nothing follows a split",
                    "DAS",
                    "SP1",
                )
            if self.max_ace_hands != 1:
                raise RulesError(f"SA{self.max_ace_hands} contradicts SP1: nothing is split")
        elif self.max_ace_hands < 2:
            raise RulesError("max_ace_hands is 1 only with SP1: where pairs split, so do aces")
        elif self.max_ace_hands > self.max_hands:
            raise RulesError(
                f"SA{self.max_ace_hands} contradicts SP{self.max_hands}: "
                "aces cannot make more hands than other pairs",
                f"SA{self.max_ace_hands}",
                f"SP{self.max_hands}",
            )
        if self.doubling is Doubling.NEVER and self.double_after_split:
            raise RulesError(
                "DAS contradicts D0: where nobody doubles, nobody doubles after a split",
                "DAS",
                "D0",
            )

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """The canonical code: all tokens in a fixed order, the usual and silent ones left out."""
        return " ".join(self.tokens)

    @property
    def core(self) -> Self:
        """What the values of plays hang on: shuffling, rounding and insurance are as usual."""
        return self.but(dealt_percent=75, whole_chips=False, insurance=Insurance.HALF)

    @property
    def tokens(self) -> tuple[str, ...]:
        pairs = ((field.name, getattr(self, field.name)) for field in fields(self))
        found = (_TOKEN_OF.get(pair) for pair in pairs)
        return tuple(token for token in found if token and token not in _SILENT)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read tokens in any order and either case; what is not said has its default.

        Raises RulesError naming the token that is unknown, said twice or contradicts another.
        """
        said: dict[str, str] = {}
        values: dict[str, Any] = {}
        for token in text.upper().split():
            if token not in _TOKENS:
                raise RulesError(f"unknown rule {token!r}")
            name, value = _TOKENS[token]
            if name in said:
                clash = "is said twice" if said[name] == token else f"contradicts {said[name]}"
                raise RulesError(f"{token} {clash}")
            said[name], values[name] = token, value
        if values.get("max_hands") == 1:
            values.setdefault("max_ace_hands", 1)
            values.setdefault("double_after_split", False)
        if values.get("doubling") is Doubling.NEVER:
            values.setdefault("double_after_split", False)
        return cls(**values)

    def with_token(self, token: str) -> Self:
        """The same rules but for what one token says; raise RulesError as ``parse`` does."""
        if token not in _TOKENS:
            raise RulesError(f"unknown rule {token!r}")
        name, value = _TOKENS[token]
        return self.but(**{name: value})

    def but(self, **changes: Any) -> Self:
        """The same rules with some changed; raise RulesError where that makes a contradiction."""
        return replace(self, **changes)

    def first_actions(self, hand: Hand, upcard_is_ace: bool) -> frozenset[Action]:
        """What these rules let a player do with a hand before anything was done in the round.

        A hand of more than two cards, and one of 21, has only the plays left that it always has.
        """
        if hand.total >= 21:
            return frozenset({Action.STAND})
        actions = {Action.HIT, Action.STAND}
        if len(hand) == 2:
            if self.may_double(hand):
                actions.add(Action.DOUBLE)
            if self.may_split(hand):
                actions.add(Action.SPLIT)
            if self.may_surrender(upcard_is_ace):
                actions.add(Action.SURRENDER)
        return frozenset(actions)

    def looks_before_play(self, upcard_is_ace: bool) -> bool:
        """Whether a dealer's natural ends the round before the first decision.

        It does where there is a hole card to look at, but for an early surrender: that comes first.
        """
        early = self.surrender is Surrender.EARLY or (
            self.surrender is Surrender.EARLY_NOT_ACE and not upcard_is_ace
        )
        return self.hole_card is HoleCard.PEEK and not early

    def dealer_draws(self, hand: Hand) -> bool:
        """Whether the dealer must take another card."""
        return hand.total < 17 or (hand.total == 17 and hand.soft and self.hits_soft_17)

    def may_double(self, hand: Hand) -> bool:
        """Whether two cards of this total may be doubled."""
        match self.doubling:
            case Doubling.ANY:
                return True
            case Doubling.HARD_9_TO_11:
                return not hand.soft and 9 <= hand.total <= 11
            case Doubling.HARD_10_TO_11:
                return not hand.soft and 10 <= hand.total <= 11
            case Doubling.NEVER:
                return False

    def may_split(self, hand: Hand) -> bool:
        """Whether a hand may be split for the first time."""
        alike = hand.same_rank if self.tens_split_by_rank else hand.pair
        return alike and self.max_hands > 1

    def may_surrender(self, upcard_is_ace: bool) -> bool:
        """Whether the first two cards may be surrendered against such an upcard."""
        if self.surrender is Surrender.EARLY_NOT_ACE:
            return not upcard_is_ace
        return self.surrender is not Surrender.NONE


_TOKENS: Final[dict[str, tuple[str, Any]]] = {
    **{f"{decks}D": ("decks", decks) for decks in range(1, 9)},
    "S17": ("hits_soft_17", False),
    "H17": ("hits_soft_17", True),
    **{choice.value: ("hole_card", choice) for choice in HoleCard},
    **{choice.value: ("doubling", choice) for choice in Doubling},
    "DAS": ("double_after_split", True),
    "NDAS": ("double_after_split", False),
    **{f"SP{hands}": ("max_hands", hands) for hands in range(1, 5)},
    **{f"SA{hands}": ("max_ace_hands", hands) for hands in range(2, 5)},
    "HSA": ("hit_split_aces", True),
    "NOHSA": ("hit_split_aces", False),
    **{choice.value: ("surrender", choice) for choice in Surrender},
    **{
        f"{win}:{stake}": ("natural_pays", Fraction(win, stake))
        for win, stake in ((3, 2), (6, 5), (1, 1), (2, 1))
    },
    **{choice.value: ("insurance", choice) for choice in Insurance},
    "VALUE": ("tens_split_by_rank", False),
    "RANK": ("tens_split_by_rank", True),
    "EXACT": ("whole_chips", False),
    "FLOOR": ("whole_chips", True),
    **{f"CUT{percent}": ("dealt_percent", percent) for percent in range(10, 96)},
    "FRESH": ("dealt_percent", None),
}
_TOKEN_OF: Final = {meaning: token for token, meaning in _TOKENS.items()}
_NO_ACE_SPLIT: Final = ("max_ace_hands", 1)
_SILENT: Final = frozenset({"NOHSA", "VALUE", "EXACT"})
