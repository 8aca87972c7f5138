"""What a learner's answers show."""

from __future__ import annotations

from django.http import HttpResponse

from trainer.accounts.access import learner_of, visitor_of
from trainer.core.http import Request, get_only, never_stored, render_page
from trainer.decisions.levels import standings
from trainer.decisions.shown import shown_levels
from trainer.decisions.streaks import longest_streak, practice_days, today_of
from trainer.reports.charts import accuracy_chart
from trainer.reports.queries import progress_of


@never_stored
@get_only
def progress(request: Request) -> HttpResponse:
    learner = learner_of(visitor_of(request))
    report = progress_of(learner)
    context = {
        "progress": report,
        "chart": accuracy_chart(report.days),
        "levels": shown_levels(standings(learner)),
        "streak": today_of(learner).streak if learner else 0,
        "longest": longest_streak(practice_days(learner)) if learner else 0,
    }
    return render_page(request, "reports/progress.html", context)
