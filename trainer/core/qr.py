"""Addresses as QR codes, for phones."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString


def qr_code(address: str) -> SafeString:
    """The address as an SVG element, dark on a light quiet zone in every theme.

    It has no style attribute, which the content security policy would not let apply.
    """
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(omitsize=True, svgclass="qr", lineclass="qr__dark", light="#fff")
    return SafeString(svg)
