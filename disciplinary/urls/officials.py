"""For the officials of a game: umpires, committees and the office."""

from django.urls import path

from disciplinary.views import attendance, box_time, games, incidents, lineups, sheets

app_name = "officials"

urlpatterns = [
    path("games/", games.game_list, name="games"),
    path("games/<int:pk>/", games.game, name="game"),
    path("games/<int:pk>/lineups/<int:team>/", lineups.lineup, name="lineup"),
    path("games/<int:pk>/incidents/add/", incidents.incident_add, name="incident_add"),
    path("games/<int:pk>/box-time/", box_time.box_time, name="box_time"),
    path("games/<int:pk>/box-time/<int:stay>/", box_time.cap, name="cap"),
    path("games/<int:pk>/attendance/", attendance.attendance, name="attendance"),
    path("games/<int:pk>/close/", games.close, name="report_close"),
    path("games/<int:pk>/reopen/", games.reopen, name="report_reopen"),
    path("games/<int:pk>/sheet/", sheets.sheet_now, name="sheet"),
    path("games/<int:pk>/sheet.pdf", sheets.sheet_now_pdf, name="sheet_pdf"),
    path("games/<int:pk>/sheets/<int:number>/", sheets.sheet_as_made, name="sheet_as_made"),
    path("games/<int:pk>/sheets/<int:number>/sheet.pdf", sheets.sheet_as_made_pdf, name="sheet_as_made_pdf"),
]
