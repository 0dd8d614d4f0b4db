"""For the officials of a game: umpires, committees and the office."""

from django.urls import path

from disciplinary.views import sheets

app_name = "officials"

urlpatterns = [
    path("games/<int:pk>/sheet/", sheets.sheet_now, name="sheet"),
    path("games/<int:pk>/sheet.pdf", sheets.sheet_now_pdf, name="sheet_pdf"),
    path("games/<int:pk>/sheets/<int:number>/", sheets.sheet_as_made, name="sheet_as_made"),
    path("games/<int:pk>/sheets/<int:number>/sheet.pdf", sheets.sheet_as_made_pdf, name="sheet_as_made_pdf"),
]
