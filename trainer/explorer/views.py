"""The rule explorer, a page for each cell, two rule sets side by side, and audits."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from strategy.analysis.compare import flips
from strategy.rules import Rules, RulesError
from strategy.situations import Cell, SituationError
from trainer.accounts.access import learner_of, visitor_of
from trainer.core.http import (
    Request,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
    wants_part,
)
from trainer.explorer.forms import AuditForm, KeepForm
from trainer.explorer.queries import (
    audit_of,
    cell_addresses,
    cell_page,
    explored,
    explorer_address,
    moved_by_rules,
)
from trainer.rulebook.queries import UPCARD_LABELS, rule_sets, rules_of, shown_tables
from trainer.rulebook.rule_form import FIELD, rule_choices, rules_from
from trainer.rulebook.services import TooManyCharts, keep_own_chart
from trainer.rulebook.solutions import solved

_NEVER_DEALT = gettext_lazy("Two cards never bring up this cell under these rules.")


@get_only
def explore(request: Request) -> HttpResponse:
    try:
        rules = rules_from(request.GET, request.GET.getlist(FIELD))
    except RulesError as error:
        return _refused(request, error)
    page = explored(rules, _before(request))
    context = {
        "page": page,
        "address": request.build_absolute_uri(explorer_address(rules)),
        "choices": rule_choices(rules.tokens),
        "upcards": UPCARD_LABELS,
    }
    response = render_page(request, "explorer/explore.html", context, partial="explored")
    if wants_part(request):
        response["HX-Push-Url"] = explorer_address(rules)
    return response


def _before(request: Request) -> Rules | None:
    """The rules that were shown before, if the form says so."""
    try:
        return Rules.parse(request.GET["before"]) if request.GET.get("before") else None
    except RulesError:
        return None


@never_stored
@get_only
def cell(request: Request) -> HttpResponse:
    try:
        rules = Rules.parse(request.GET.get("rules", ""))
        asked = Cell.parse(request.GET.get("cell", ""))
        page = cell_page(rules, asked, learner_of(visitor_of(request)))
    except (RulesError, SituationError) as error:
        return _refused(request, error)
    except LookupError:
        return _refused(request, _NEVER_DEALT)
    context = {"page": page, "explorer": explorer_address(rules)}
    return render_page(request, "explorer/cell.html", context)


@get_only
def moved(request: Request) -> HttpResponse:
    """What the cell's answer is when one rule is another."""
    try:
        rules = Rules.parse(request.GET.get("rules", ""))
        asked = Cell.parse(request.GET.get("cell", ""))
        moves = moved_by_rules(rules, asked)
    except (RulesError, SituationError) as error:
        return _refused(request, error)
    except LookupError:
        return _refused(request, _NEVER_DEALT)
    context = {"rules": rules, "cell": asked, "moves": moves}
    return render_page(request, "explorer/moved.html", context, partial="moves")


@get_only
def compare(request: Request) -> HttpResponse:
    offered = [
        (rules_of(rule_set.current).code, rule_set.current.name)
        for rule_set in rule_sets()
        if rule_set.current
    ]
    try:
        home, away = (
            Rules.parse(request.GET.get(name) or default)
            for name, default in (("home", "6D S17 LS"), ("away", "6D H17 LS"))
        )
    except RulesError as error:
        return _refused(request, error)
    context = {
        "home": home,
        "away": away,
        "offered": offered,
        "flips": [
            (flip, cell_addresses(away)(flip.cell)) for flip in flips(solved(home).chart, away)
        ],
    }
    return render_page(request, "explorer/compare.html", context)


@get_or_post
def audit(request: Request) -> HttpResponse:
    """Where a printed chart errs, and what each error costs."""
    posted = request.method == "POST"
    form = AuditForm(request.POST, request.FILES) if posted else AuditForm()
    result = None
    if form.is_valid():
        chart = form.cleaned_data["chart"]
        result = audit_of(chart, form.cleaned_data["rules"] or chart.rules)
    status = 422 if form.is_bound and result is None else 200
    context = {"form": form, "result": result}
    return render_page(request, "explorer/audit.html", context, status=status)


@post_only
def keep(request: Request) -> HttpResponse:
    """Store an audited chart, to be taught to its owner."""
    user = visitor_of(request).user
    if user is None:
        messages.info(request, _("Log in or sign up, then audit the chart and keep it."))
        return redirect(f"{reverse('account_login')}?next={reverse('explorer:audit')}")
    form = KeepForm(request.POST)
    if not form.is_valid():
        return render_page(request, "errors/422.html", {"form": form}, status=422)
    try:
        keep_own_chart(owner=user, chart=form.cleaned_data["chart"])
    except TooManyCharts:
        return _refused(request, _("You keep as many charts as an account can hold."))
    messages.success(request, _("The chart is kept: choose it when you start a drill."))
    return redirect("drills:start")


@get_only
def wallet(request: Request) -> HttpResponse:
    """The exact chart of some rules, small enough to be carried along."""
    try:
        rules = Rules.parse(request.GET.get("rules", ""))
    except RulesError as error:
        return _refused(request, error)
    context = {
        "rules": rules,
        "tables": shown_tables(solved(rules).chart),
        "upcards": UPCARD_LABELS,
    }
    return render_page(request, "explorer/wallet.html", context)


def _refused(request: Request, error: object) -> HttpResponse:
    context = {"error": str(error)}
    return render_page(request, "explorer/refused.html", context, partial="refused", status=422)
