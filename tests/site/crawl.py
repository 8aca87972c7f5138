"""Every page of the site, fetched as a browser would: from the start, along all links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag
from django.http import HttpResponse
from django.test import Client

HTMX = {"HX-Request": "true"}


@dataclass(frozen=True)
class Page:
    """A response with its address and, where it is HTML, its document."""

    address: str
    response: HttpResponse
    document: BeautifulSoup

    def __str__(self) -> str:
        return f"{self.response.status_code} {self.address}"

    def elements(self, *selectors: str) -> list[Tag]:
        return self.document.select(", ".join(selectors))


def fetch(client: Client, address: str, *, method: str = "get", **sent: object) -> Page:
    response = getattr(client, method)(address, **sent)
    html = response.get("Content-Type", "").startswith("text/html")
    return Page(address, response, BeautifulSoup(response.content if html else "", "html.parser"))


def inner(page: Page, link: str) -> str | None:
    """The path on this site that a link leads to; None where it leads elsewhere."""
    target = urldefrag(urljoin(page.address, link)).url
    parts = urlsplit(target)
    static = parts.path.startswith("/static/")
    return None if parts.scheme or parts.netloc or static else target


def crawl(client: Client, starts: Iterable[str], *, most: int = 400) -> list[Page]:
    """The pages at the starts and all that links and redirects lead to from there.

    Of a page that takes a query, such as the explorer with its endless rules, the first is enough.
    """
    waiting, found, queried = list(starts), {}, set()
    while waiting:
        address = waiting.pop(0)
        path, _, query = address.partition("?")
        if address in found or (query and path in queried):
            continue
        if query:
            queried.add(path)
        assert len(found) < most, "the site has no end"
        page = found[address] = fetch(client, address)
        links = [link["href"] for link in page.elements("a[href]")]
        if page.response.status_code in (301, 302):
            links.append(page.response["Location"])
        waiting += [path for link in links if (path := inner(page, link))]
    return list(found.values())
