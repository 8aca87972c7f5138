"""Draws the card faces: one SVG sprite with a symbol for each of the 52 cards and for the back.

Run ``python -m trainer.core.card_art > static/img/cards.svg`` after a change. Symbols are named by
card code ("8S", "TD", "AH") and ``back``; each is 250 x 350 units. Everything is a path, so no face
waits for a font, and nothing refers to another id, because references from inside an external
``<use>`` are unreliable across browsers. Colours are custom properties with fallbacks: they inherit
into ``<use>``, so a page can offer a four-colour deck.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

RANKS = "A23456789TJQK"
SUITS = "SHDC"

INK = "var(--card-ink,#1f2530)"
BRASS = "var(--card-brass,#d0a24a)"
SKIN = "var(--card-skin,#fbeedd)"
FACE = "var(--card-face,#fffdf7)"
EDGE = "var(--card-edge,#cfc7b4)"
BACK = "var(--card-back,#74212e)"
BACK_LINE = "var(--card-back-line,#e3c584)"
SUIT_FILL = {
    "S": "var(--suit-spade,#1f2530)",
    "H": "var(--suit-heart,#b3202a)",
    "D": "var(--suit-diamond,#b3202a)",
    "C": "var(--suit-club,#1f2530)",
}
# The second colour of a court's robe: cool beside red, warm beside black.
ROBE_FILL = {"S": "#a8323a", "H": "#27496d", "D": "#27496d", "C": "#a8323a"}

# Suits, centred on the origin, about 100 units high.
PIPS = {
    "S": "M0-50C10-30 44-12 44 14C44 38 18 44 5 25C6 38 11 46 21 50H-21C-11 46-6 38-5 25"
    "C-18 44-44 38-44 14C-44-12-10-30 0-50Z",
    "H": "M0 50C-8 30-45 8-45-20C-45-52-8-54 0-26C8-54 45-52 45-20C45 8 8 30 0 50Z",
    "D": "M0-52C10-32 24-14 38 0C24 14 10 32 0 52C-10 32-24 14-38 0C-24-14-10-32 0-52Z",
    "C": "M5 20C6 36 11 45 21 50H-21C-11 45-6 36-5 20C-14 36-46 34-46 9C-46-12-26-18-15-11"
    "C-28-28-20-50 0-50C20-50 28-28 15-11C26-18 46-12 46 9C46 34 14 36 5 20Z",
}

# Index figures as strokes in a box 40 wide and 56 high, in the manner of old card indices.
GLYPHS = {
    "A": "M1 53H14M26 53H39M7 53L20 4L33 53M12 36H28",
    "2": "M5 17C5-1 35-1 35 16C35 30 9 36 5 53H36V43",
    "3": "M5 13V4H34L18 23C29 22 36 28 36 37C36 58 6 58 4 41",
    "4": "M28 53V4L4 39H38M19 53H37",
    "5": "M34 4H9L7 27C14 19 36 19 36 36C36 58 6 58 4 42",
    "6": "M34 11C28 1 5 0 5 35C5 60 36 58 36 37C36 17 10 18 5 35",
    "7": "M5 14V4H36C27 19 19 34 18 56",
    "8": "M20 26C3 26 3 3 20 3C37 3 37 26 20 26C-1 26-1 54 20 54C41 54 41 26 20 26Z",
    "9": "M6 46C12 56 35 57 35 22C35-3 4-1 4 20C4 40 30 39 35 22",
    "T": "M-4 10L3 4V53M-5 53H11M31 3C15 3 15 54 31 54C47 54 47 3 31 3Z",
    "J": "M15 4H37M27 4V40C27 58 5 57 4 41",
    "Q": "M20 3C-1 3-1 54 20 54C41 54 41 3 20 3ZM18 39L38 57",
    "K": "M1 4H15M25 4H38M1 53H15M26 53H40M8 4V53M33 4L9 33M16 25L33 53",
}

# The courts, a shape a line: fill, width of the outline, path; or "dots", fill, radius, centres.
HEAD = """
skin 2 M105 84H145V104C145 122 135 131 125 134C115 131 105 122 105 104Z
none 1.6 M110 97Q115 93 120 97M130 97Q135 93 140 97M125 98V111L121.5 113.5
none 1.6 M111 101Q115.5 104 120 101M130 101Q134.5 104 139 101
red 0 M119 120Q125 122 131 120Q125 126 119 120Z
"""
ROBE = """
main 2 M62 175V160C64 146 88 138 106 132L125 150L144 132C162 138 186 146 188 160V175Z
second 2 M106 132L125 175L144 132L156 137L140 175H110L94 137Z
brass 2 M106 132L125 152L144 132L137 126C133 133 117 133 113 126Z
brass 0 M75 150h2.6V175h-2.6ZM85 145h2.6V175h-2.6ZM163 145h2.6V175h-2.6ZM173 150h2.6V175h-2.6Z
"""
COURTS = {
    "K": f"""
face 2 M177 62L181 70V138H173V70Z
brass 2 M166 134H188V140H166Z
second 2 M103 82C92 88 100 98 94 104C88 112 98 120 105 116V82Z
second 2 M147 82C158 88 150 98 156 104C162 112 152 120 145 116V82Z
{HEAD}
second 2 M104 98C103 126 112 142 125 150C138 142 147 126 146 98C143 112 135 114 125 112\
C115 114 107 112 104 98Z
skin 1.4 M118 119Q125 115 132 119Q125 124 118 119Z
brass 2 M98 84L88 48L108 64L113 42L125 60L137 42L142 64L162 48L152 84Z
main 2 M98 84L96 74H154L152 84Z
dots main 3.6 88,46 113,40 137,40 162,46
dots brass 2.6 110,79 125,79 140,79
{ROBE}""",
    "Q": f"""
none 3 M75 150C73 132 75 116 77 100
main 1 M77 98C69 92 71 83 77 80C83 83 85 92 77 98ZM77 98C80.2 88.5 89.4 87.7 94 92\
C93 98.4 85.3 102.7 77 98ZM77 98C87 98 90.6 106.5 88 112C81.6 113 75.2 107 77 98Z\
M77 98C78.8 107 72.4 113 66 112C63.4 106.5 67 98 77 98ZM77 98C68.7 102.7 61 98.4 60 92\
C64.6 87.7 73.8 88.5 77 98Z
dots brass 4 77,98
second 2 M125 58C88 58 98 96 90 118C86 132 100 142 112 134L110 96H140L138 134\
C150 142 164 132 160 118C152 96 162 58 125 58Z
{HEAD}
second 1.4 M105 92C105 78 116 74 125 74C134 74 145 78 145 92C140 84 132 82 125 76\
C118 82 110 84 105 92Z
brass 2 M99 74C98 62 104 58 108 62C108 52 116 48 119 54C120 42 130 42 131 54\
C134 48 142 52 142 62C146 58 152 62 151 74C134 66 116 66 99 74Z
dots face 4 108,56 125,42 142,56
dots main 3.4 125,62
{ROBE}
dots face 2.8 112,140 118,146 125,149 132,146 138,140""",
    "J": f"""
none 4.5 M74 66V150
brass 2 M74 50C86 62 86 76 74 84C62 76 62 62 74 50Z
second 2 M100 80H150V112C150 124 142 126 137 120L139 96H111L113 120C108 126 100 124 100 112Z
{HEAD}
second 1.4 M106 97C106 86 112 82 125 88C138 82 144 86 144 97C146 82 140 78 125 78\
C110 78 104 82 106 97Z
main 2 M96 72C90 52 112 44 130 48C150 50 160 60 154 72Z
brass 2 M92 84C90 76 94 71 100 71H150C156 71 160 76 158 84C140 79 110 79 92 84Z
face 2 M148 70C150 52 164 42 184 46C180 50 184 54 178 58C180 62 174 66 168 66C162 72 154 72 148 70Z
none 1.4 M149 69C158 58 166 52 176 50
{ROBE}""",
}

# Where the pips stand: three columns, rows as parts of the height between the first and the last.
LEFT, MIDDLE, RIGHT = 84.0, 125.0, 166.0
TOP, BOTTOM = 72.0, 278.0
CORNERS = [(LEFT, 0.0), (RIGHT, 0.0), (LEFT, 1.0), (RIGHT, 1.0)]
SIDES = [(LEFT, 0.5), (RIGHT, 0.5)]
FOUR_ROWS = [*CORNERS, (LEFT, 1 / 3), (RIGHT, 1 / 3), (LEFT, 2 / 3), (RIGHT, 2 / 3)]
LAYOUTS: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, 0.0), (MIDDLE, 1.0)],
    "3": [(MIDDLE, 0.0), (MIDDLE, 0.5), (MIDDLE, 1.0)],
    "4": CORNERS,
    "5": [*CORNERS, (MIDDLE, 0.5)],
    "6": [*CORNERS, *SIDES],
    "7": [*CORNERS, *SIDES, (MIDDLE, 0.25)],
    "8": [*CORNERS, *SIDES, (MIDDLE, 0.25), (MIDDLE, 0.75)],
    "9": [*FOUR_ROWS, (MIDDLE, 0.5)],
    "T": [*FOUR_ROWS, (MIDDLE, 1 / 6), (MIDDLE, 5 / 6)],
}


def path(d: str, fill: str = "none", stroke: str = "", width: float = 2) -> str:
    """One path; with ``stroke`` it is outlined."""
    line = f' stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{line}/>'


def turned(shapes: str) -> str:
    """The same shapes upside down, for the lower half of a card."""
    return f'<g transform="rotate(180 125 175)">{shapes}</g>'


def pip(suit: str, x: float, y: float, height: float, *, upside_down: bool = False) -> str:
    """One suit sign centred on (x, y)."""
    turn = " rotate(180)" if upside_down else ""
    place = f"translate({x:g} {y:g}) scale({height / 100:g}){turn}"
    return f'<path d="{PIPS[suit]}" transform="{place}" fill="{SUIT_FILL[suit]}"/>'


def index(rank: str, suit: str) -> str:
    """Rank above suit in the top left corner."""
    place = "translate(17 17) scale(.8 .96)" if rank == "T" else "translate(14 17) scale(.88 .96)"
    figure = (
        f'<path d="{GLYPHS[rank]}" transform="{place}" fill="none"'
        f' stroke="{SUIT_FILL[suit]}" stroke-width="7.4"/>'
    )
    return figure + pip(suit, 32, 97, 36)


def ace(suit: str) -> str:
    """One large sign; the ace of spades wears the maker's lozenge."""
    shapes = pip(suit, 125, 175, 128 if suit == "S" else 104)
    if suit == "S":
        shapes += path("M125 146L139 176L125 206L111 176Z", FACE)
        shapes += path("M125 157L133.500 176L125 195L116.500 176Z", BRASS)
    return shapes


def number(rank: str, suit: str) -> str:
    """The traditional layout; signs in the lower half stand on their heads."""
    return "".join(
        pip(suit, x, TOP + row * (BOTTOM - TOP), 46, upside_down=row > 0.5)
        for x, row in LAYOUTS[rank]
    )


def drawing(lines: str, suit: str) -> str:
    """The shapes of a court, in the colours of its suit."""
    colours = {
        "main": SUIT_FILL[suit],
        "second": ROBE_FILL[suit],
        "red": SUIT_FILL["H"],
        "brass": BRASS,
        "skin": SKIN,
        "face": FACE,
        "none": "none",
    }
    shapes = []
    for line in lines.split("\n"):
        match line.split(maxsplit=2):
            case ["dots", fill, rest]:
                radius, *centres = rest.split()
                for x, y in (centre.split(",") for centre in centres):
                    circle = f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colours[fill]}"'
                    shapes.append(f'{circle} stroke="{INK}" stroke-width="1.5"/>')
            case [fill, width, d]:
                shapes.append(path(d, colours[fill], INK if width != "0" else "", float(width)))
    return "".join(shapes)


def court(rank: str, suit: str) -> str:
    """A framed half figure and its mirror, joined by a brass belt."""
    half = drawing(COURTS[rank], suit) + pip(suit, 76 if rank == "K" else 174, 100, 26)
    return (
        path("M57 30H193V320H57Z", "none", BRASS, 3)
        + half
        + turned(half)
        + path("M57 170H193V180H57Z", BRASS, INK)
        + path("M125 163L141 175L125 187L109 175Z", SUIT_FILL[suit], INK)
        + path("M57 30H193V320H57Z", "none", INK, 1.2)
    )


def box(inset: float, radius: float, fill: str, stroke: str = "none", width: float = 0) -> str:
    """A rounded rectangle, ``inset`` from the card's edges."""
    size = f'width="{250 - 2 * inset:g}" height="{350 - 2 * inset:g}" rx="{radius:g}"'
    line = f'fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"'
    return f'<rect x="{inset:g}" y="{inset:g}" {size} {line}/>'


def blank() -> str:
    """The card without a print on it."""
    return box(1.5, 17, FACE, EDGE, 3)


def face(rank: str, suit: str) -> str:
    """One complete face."""
    middle = (
        ace(suit) if rank == "A" else court(rank, suit) if rank in COURTS else number(rank, suit)
    )
    corner = index(rank, suit)
    return blank() + middle + corner + turned(corner)


def back() -> str:
    """A lattice of lozenges inside a brass line, with a spade in a medallion."""
    lattice = "".join(
        f"M{x:g} {y:g}l8 11l-8 11l-8-11z"
        for row in range(25)
        for x, y in (
            (37 + row % 2 * 8 + column * 16, 32 + row * 11) for column in range(12 - row % 2)
        )
    )
    spade = f'<path d="{PIPS["S"]}" transform="translate(125 173) scale(.5)" fill="{BACK_LINE}"/>'
    return (
        blank()
        + box(13, 9, BACK)
        + box(20, 5, "none", BACK_LINE, 2.5)
        + path(lattice, "none", BACK_LINE, 1.3)
        + path("M125 109L173 175L125 241L77 175Z", BACK, BACK_LINE, 4)
        + path("M125 121L164 175L125 229L86 175Z", "none", BACK_LINE, 1.5)
        + spade
    )


def symbols() -> Iterator[tuple[str, str]]:
    """Every symbol's id and its drawing."""
    for suit in SUITS:
        for rank in RANKS:
            yield rank + suit, face(rank, suit)
    yield "back", back()


def sprite() -> str:
    """The whole file."""
    body = "\n".join(
        f'<symbol id="{name}" viewBox="0 0 250 350">{shapes}</symbol>' for name, shapes in symbols()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


if __name__ == "__main__":
    sys.stdout.write(sprite())
