"""What holds for every page of the site, as a guest and as a user sees it."""

from __future__ import annotations

from collections import Counter

from tests.site.crawl import Page, inner

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def test_the_crawl_reaches_the_site(pages: list[Page]):
    found = {page.address for page in pages}
    assert {
        "/",
        "/drill/",
        "/test/",
        "/charts/",
        "/progress/",
        "/charts/match-table-advice/",
    } <= found
    statuses = Counter(page.response.status_code for page in pages)
    assert {200, 302, 400, 403, 404, 405, 422} <= set(statuses)
    assert max(statuses) < 500
    drills = [page for page in pages if page.elements("form.actions")]
    assert len(drills) >= 4
    assert any(page.elements(".line-chart svg") for page in pages)
    assert any(page.elements(".due-today form") for page in pages)
    assert any(page.elements(".bar-chart svg") for page in pages)


def test_every_link_leads_somewhere(pages: list[Page]):
    by_address = {page.address: page for page in reversed(pages)}
    for page in pages:
        for link in page.elements("a[href]"):
            target = inner(page, link["href"])
            if link["href"].startswith("#"):
                assert page.document.find(id=link["href"][1:]), f"{page}: {link}"
            elif target and target in by_address:
                assert by_address[target].response.status_code < 400, f"{page}: {link}"


def test_no_script_style_or_handler_is_inline(pages: list[Page]):
    for page in pages:
        if page.address.startswith("/admin/"):
            continue
        for tag in page.document.find_all(True):
            where = f"{page}: <{tag.name} {tag.attrs}>"
            assert tag.name not in ("style", "iframe", "object", "embed", "base"), where
            assert not any(name == "style" or name.startswith("on") for name in tag.attrs), where
            assert not any(name.startswith("hx-on") for name in tag.attrs), where
            assert not str(tag.get("href", "")).lower().startswith(("javascript:", "data:")), where
            if tag.name == "script":
                assert tag.get("src", "").startswith("/static/"), where
                assert not tag.get_text(strip=True), where


def test_all_that_a_page_loads_comes_from_here(pages: list[Page]):
    for page in pages:
        for tag in page.elements("link[href]", "script[src]", "img[src]", "use[href]"):
            source = tag.get("src") or tag.get("href")
            assert source.startswith(("/static/", "#")), f"{page}: {tag}"


def test_every_response_has_the_strict_policy(pages: list[Page]):
    for page in pages:
        header = page.response["Content-Security-Policy"]
        directives = dict(part.strip().split(" ", 1) for part in header.split(";") if part.strip())
        assert directives == POLICY, page
        assert "unsafe" not in header
        assert "*" not in header


def test_every_response_has_the_other_headers(pages: list[Page]):
    for page in pages:
        headers = page.response.headers
        assert headers["X-Content-Type-Options"] == "nosniff", page
        assert headers["X-Frame-Options"] == "DENY", page
        assert headers["Referrer-Policy"] == "same-origin", page
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", page
        assert "Server" not in headers


def test_every_htmx_post_is_a_real_form(pages: list[Page]):
    seen = 0
    for page in pages:
        for tag in page.elements("[hx-post]"):
            seen += 1
            form = tag if tag.name == "form" else tag.find_parent("form")
            assert form, f"{page}: {tag}"
            assert form["method"].lower() == "post", f"{page}: {tag}"
            real = tag["action"] if tag is form else tag["formaction"]
            assert real == tag["hx-post"], f"{page}: {tag}"
            if tag is not form:
                assert (tag.name, tag["type"]) == ("button", "submit"), f"{page}: {tag}"
    assert seen > 5


def test_every_htmx_get_is_a_real_link(pages: list[Page]):
    for page in pages:
        assert page.elements("[hx-put]", "[hx-patch]", "[hx-delete]") == [], page
        for tag in page.elements("[hx-get]"):
            real = tag.get("action") if tag.name == "form" else tag.get("href")
            assert real == tag["hx-get"], f"{page}: {tag}"


def test_every_form_that_changes_something_has_its_token(pages: list[Page]):
    for page in pages:
        for form in page.elements("form"):
            token = form.select_one("input[name=csrfmiddlewaretoken]")
            posts = form.get("method", "get").lower() == "post"
            assert bool(token) is posts, f"{page}: {str(form)[:200]}"
            assert not token or token["value"], f"{page}: {str(form)[:200]}"


def test_every_page_is_a_whole_document_with_one_heading(pages: list[Page]):
    for page in pages:
        whole = page.document.html
        if not whole or page.address.startswith("/admin/"):
            continue
        assert whole["lang"] == "en", page
        assert len(page.elements("h1")) == 1, page
        assert len(page.elements("main")) == 1, page
        title = page.document.title.get_text(strip=True)
        assert title.endswith("· Upcard"), f"{page}: {title}"
        assert len(title) > len("· Upcard") + 2, f"{page}: {title}"


def test_no_id_is_there_twice(pages: list[Page]):
    for page in pages:
        if page.address.startswith("/admin/"):
            continue
        ids = Counter(tag["id"] for tag in page.elements("[id]"))
        assert not {name for name, count in ids.items() if count > 1}, page


def test_pictures_and_fields_have_names(pages: list[Page]):
    for page in pages:
        if page.address.startswith("/admin/"):
            continue
        labelled = {label["for"] for label in page.elements("label[for]")}
        for tag in page.elements("svg, [role=img]"):
            hidden = tag.find_parent(attrs={"aria-hidden": "true"})
            named = tag.find_parent(attrs={"role": "img", "aria-label": True})
            said = tag.get("aria-label") or tag.get("aria-hidden") == "true"
            assert said or hidden or named, f"{page}: {str(tag)[:200]}"
        for field in page.elements("input:not([type=hidden]):not([type=submit])", "select"):
            said = field.get("id") in labelled or field.get("aria-label")
            assert said or field.find_parent("label"), f"{page}: {field}"


def test_nothing_of_a_template_is_left_in_a_page(pages: list[Page]):
    for page in pages:
        if not page.response["Content-Type"].startswith("text/html"):
            continue
        for mark in ("{{", "{%", "{#"):
            assert mark not in page.response.text, page
