"""What a learner's answers show."""

from __future__ import annotations

from django.http import HttpResponse

from trainer.accounts.access import learner_of, visitor_of
from trainer.core.http import Request, get_only, never_stored, render_page
from trainer.reports.charts import accuracy_chart
from trainer.reports.queries import progress_of


@never_stored
@get_only
def progress(request: Request) -> HttpResponse:
    report = progress_of(learner_of(visitor_of(request)))
    context = {"progress": report, "chart": accuracy_chart(report.days)}
    return render_page(request, "reports/progress.html", context)
