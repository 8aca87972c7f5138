"""Reading a live quiz: what is on the wall, and what on a student's phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import right_play
from trainer.classroom.models import Classroom, Member
from trainer.core.wording import ACTIONS
from trainer.decisions.wording import reason
from trainer.drills.hands import DealtHand
from trainer.live.access import present
from trainer.live.models import LiveAnswer, LiveHand, LiveQuiz, Phase, Player
from trainer.quizzes.models import Quiz
from trainer.quizzes.wording import Reader
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.clock import ALLOWANCE, remaining_ms
from trainer.timed.queries import Clock

NAMED = 3
"""So many places are named at the end."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How many made one play, and what it costs."""

    name: Promise
    style: str
    count: int
    width: int
    """In percent of those who answered; 0 where nobody has."""
    cost: float
    """In original bets."""
    right: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The answers to a hand."""

    bars: Sequence[Bar]
    answers: int
    right: Promise
    reason: str


@dataclass(frozen=True, slots=True)
class AskedHand:
    """A hand that has been asked, in the summary."""

    number: int
    deal: Deal
    board: Board


@dataclass(frozen=True, slots=True)
class Place:
    """A place at the end; who share it are named in the order in which they joined."""

    place: int
    name: str
    correct: int


@dataclass(frozen=True, slots=True)
class Wall:
    """What the teacher projects."""

    live: LiveQuiz
    phase: Phase
    hands: int
    joined: int
    answered: int
    """Of the hand asked last."""
    hand: DealtHand | None
    clock: Clock | None
    board: Board | None
    summary: Sequence[AskedHand]
    podium: Sequence[Place]

    @property
    def is_last(self) -> bool:
        return self.live.number == self.hands


@dataclass(frozen=True, slots=True)
class Phone:
    """What a student sees."""

    live: LiveQuiz
    phase: Phase
    player: Player | None
    hands: int
    hand: DealtHand | None
    clock: Clock | None
    answer: LiveAnswer | None
    """The student's own to the hand asked last."""
    board: Board | None
    place: int | None
    """At the end, where standings are kept."""
    players: int

    @property
    def plays(self) -> bool:
        """Whether there is a hand to answer."""
        return self.phase is Phase.ASKING and self.player is not None and self.answer is None

    @property
    def chosen(self) -> Promise | None:
        return ACTIONS[Action(self.answer.action)] if self.answer else None


def running(classroom: Classroom) -> LiveQuiz | None:
    """The live quiz of a class that has not ended."""
    return LiveQuiz.objects.filter(classroom=classroom, ended_at=None).first()


@dataclass(frozen=True, slots=True)
class Past:
    """A live quiz that has ended."""

    live: LiveQuiz
    when: str
    joined: int


def past(classroom: Classroom, reader: Reader) -> list[Past]:
    """Those that have, the latest first, with how many took part."""
    ended = LiveQuiz.objects.filter(classroom=classroom, ended_at__isnull=False)
    counted = ended.annotate(joined=Count("players"))
    return [Past(live, reader.moment(live.opened_at), live.joined) for live in counted]


def askable(classroom: Classroom) -> list[Quiz]:
    """The quizzes whose hands may be asked live: those that nobody can be taking now."""
    over = Q(published_at=None) | Q(over_at__lt=timezone.now() - ALLOWANCE)
    return list(Quiz.objects.filter(over, classroom=classroom).select_related("rules", "chart"))


def wall_key(live: LiveQuiz) -> str:
    """Another one where there is something else to see on the wall; two queries."""
    answered = LiveAnswer.objects.filter(hand__live=live, hand__number=live.number).count()
    return f"{live.phase(timezone.now()).value}-{live.number}-{present(live).count()}-{answered}"


def phone_key(live: LiveQuiz, member: Member) -> str:
    """The same for a student; one query."""
    own = LiveAnswer.objects.filter(player=OuterRef("pk"), hand__number=live.number)
    players = live.players.filter(member=member).annotate(given=Exists(own))
    given = players.values_list("given", flat=True).first()
    return f"{live.phase(timezone.now()).value}-{live.number}-{given}"


def wall_of(live: LiveQuiz) -> Wall:
    now = timezone.now()
    phase = live.phase(now)
    hands = list(live.hands.all())
    asked = hands[live.number - 1] if live.number else None
    over, shows = phase is Phase.OVER, phase in (Phase.ASKING, Phase.BOARD)
    given = _given(hands if over else [asked]) if asked else {}
    return Wall(
        live=live,
        phase=phase,
        hands=len(hands),
        joined=present(live).count(),
        answered=given.get(asked.pk, Counter()).total() if asked else 0,
        hand=_dealt(live, asked) if asked and shows else None,
        clock=_clock(live) if phase is Phase.ASKING else None,
        board=_board(live, asked, given) if asked and phase is Phase.BOARD else None,
        summary=_summary(live, hands, given) if over else (),
        podium=_podium(live) if over and live.standings else (),
    )


def phone_of(live: LiveQuiz, member: Member) -> Phone:
    now = timezone.now()
    phase = live.phase(now)
    player = live.players.filter(member=member).first()
    asked = live.hands.filter(number=live.number).first() if live.number else None
    answer = None
    if player and asked:
        answer = player.answers.filter(hand=asked).first()
    shows = asked is not None and phase in (Phase.ASKING, Phase.BOARD)
    over = phase is Phase.OVER
    return Phone(
        live=live,
        phase=phase,
        player=player,
        hands=live.hands.count(),
        hand=_dealt(live, asked) if asked and shows else None,
        clock=_clock(live) if phase is Phase.ASKING else None,
        answer=answer,
        board=_board(live, asked, _given([asked])) if asked and phase is Phase.BOARD else None,
        place=_place(player) if over and live.standings and player and player.answered else None,
        players=_ranked(live).count() if over else 0,
    )


_Given = dict[int, Counter[Action]]


def _given(hands: Sequence[LiveHand]) -> _Given:
    """How often each play was made in each of the hands, by its row's number."""
    given: _Given = {}
    rows = LiveAnswer.objects.filter(hand__in=hands).values_list("hand", "action")
    for hand, action, count in rows.annotate(count=Count("pk")).order_by():
        given.setdefault(hand, Counter())[Action(action)] = count
    return given


def _dealt(live: LiveQuiz, hand: LiveHand) -> DealtHand:
    deal = Deal.parse(hand.deal)
    return DealtHand(deal=deal, situation=deal.situation(rules_of(live.rules)))


def _clock(live: LiveQuiz) -> Clock:
    assert live.closes_at is not None
    return Clock(1000 * live.seconds, remaining_ms(live.closes_at, timezone.now()))


def _board(live: LiveQuiz, hand: LiveHand, given: _Given) -> Board:
    situation = _dealt(live, hand).situation
    verdict = right_play(situation, chart_of(live.chart))
    counts = given.get(hand.pk, Counter[Action]())
    answers = counts.total()
    bars = [
        Bar(
            name=ACTIONS[action],
            style=action.word,
            count=counts[action],
            width=round(100 * counts[action] / answers) if answers else 0,
            cost=verdict.evaluation.cost(action),
            right=action is verdict.right,
        )
        for action in situation.allowed
    ]
    return Board(bars, answers, ACTIONS[verdict.right], reason(verdict))


def _summary(live: LiveQuiz, hands: Sequence[LiveHand], given: _Given) -> list[AskedHand]:
    return [
        AskedHand(hand.number, Deal.parse(hand.deal), _board(live, hand, given))
        for hand in hands
        if hand.number <= live.number
    ]


def _ranked(live: LiveQuiz) -> QuerySet[Player]:
    """Those who have answered, the best first: most right, then the cheapest errors."""
    answered = present(live).filter(answered__gt=0)
    return answered.order_by("-correct", "cost_millionths", "pk")


def _podium(live: LiveQuiz) -> list[Place]:
    """The first three places, ties as in sport; whoever was last is not named."""
    ranked = list(_ranked(live).select_related("member"))
    last = _sums(ranked[-1]) if ranked else None
    named: list[Place] = []
    before = None
    for number, player in enumerate(ranked, 1):
        place = named[-1].place if _sums(player) == before else number
        if place > NAMED or _sums(player) == last:
            break
        before = _sums(player)
        named.append(Place(place, player.member.name, player.correct))
    return named


def _sums(player: Player) -> tuple[int, int]:
    return player.correct, player.cost_millionths


def _place(player: Player) -> int:
    """One more than those who did better: more right, or as many and cheaper errors."""
    better = Q(correct__gt=player.correct)
    better |= Q(correct=player.correct, cost_millionths__lt=player.cost_millionths)
    return 1 + _ranked(player.live).filter(better).count()
