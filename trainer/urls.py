"""The site's addresses; each app has its own below."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from trainer.accounts.urls import in_place_of_allauth
from trainer.core import errors, health

urlpatterns = [
    path("", include("trainer.home.urls")),
    path("drill/", include("trainer.drills.urls")),
    path("test/", include("trainer.timed.urls")),
    path("table/", include("trainer.tables.urls")),
    path("match/", include("trainer.matches.urls")),
    path("trip/", include("trainer.trips.urls")),
    path("charts/", include("trainer.rulebook.urls")),
    path("explore/", include("trainer.explorer.urls")),
    path("progress/", include("trainer.reports.urls")),
    path("review/", include("trainer.review.urls")),
    path("", include("trainer.classroom.urls")),
    path("", include("trainer.quizzes.urls")),
    path("", include("trainer.gradebook.urls")),
    path("live/", include("trainer.live.urls")),
    path("account/data/", include("trainer.personal.urls")),
    path("account/", include("trainer.accounts.urls")),
    path("account/", include(in_place_of_allauth)),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.failed
