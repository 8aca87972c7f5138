"""A screenshot as pixels: what a page really looks like, whatever its styles say."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from playwright.sync_api import Locator, Page


class Colour(NamedTuple):
    """Red, green and blue, 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def lightness(self) -> float:
        """Relative luminance, 0 to 1, as WCAG 2 defines it: what is left in grey."""
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (each / 255 for each in self)
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@dataclass(frozen=True)
class Picture:
    """The rows of a screenshot, three bytes a pixel or four."""

    rows: list[bytes]
    size: int

    @classmethod
    def of(cls, page: Page) -> Self:
        """What is to be seen of the page, as Chromium writes PNG: eight bits, not interlaced."""
        png = page.screenshot()
        width, height, _depth, kind = struct.unpack(">IIBB", png[16:26])
        size, data, place = {2: 3, 6: 4}[kind], b"", 8
        while place < len(png):
            (length,) = struct.unpack(">I", png[place : place + 4])
            if png[place + 4 : place + 8] == b"IDAT":
                data += png[place + 8 : place + 8 + length]
            place += 12 + length
        line = width * size
        raw = zlib.decompress(data)
        rows = [bytes(line)]
        for number in range(height):
            start = number * (line + 1)
            rows.append(_unfiltered(raw[start], raw[start + 1 : start + 1 + line], rows[-1], size))
        return cls(rows[1:], size)

    def at(self, x: float, y: float) -> Colour:
        start = int(x) * self.size
        return Colour(*self.rows[int(y)][start : start + 3])

    def corner_of(self, place: Locator) -> Colour:
        """The colour of the ground of an element, near its lower left corner."""
        box = place.bounding_box()
        assert box is not None
        return self.at(box["x"] + 4, box["y"] + box["height"] - 5)


def _unfiltered(kind: int, line: bytes, above: bytes, size: int) -> bytes:
    """A line of pixels as it was before it was filtered (PNG specification, section 9)."""
    found = bytearray(line)
    for place in range(len(found)):
        left = found[place - size] if place >= size else 0
        up, corner = above[place], above[place - size] if place >= size else 0
        estimate = (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]
        found[place] = (found[place] + estimate) % 256
    return bytes(found)


def _paeth(left: int, up: int, corner: int) -> int:
    estimate = left + up - corner
    return min((left, up, corner), key=lambda each: abs(estimate - each))


def steps(colours: list[Colour]) -> list[float]:
    """By how much each is lighter than the next."""
    return [one.lightness - other.lightness for one, other in pairwise(colours)]
