"""For the members of the ad-hoc committees, beside the other pages for officials."""

from django.urls import path

from disciplinary.views import designees, requests

app_name = "committee"

urlpatterns = [
    path("requests/", requests.request_list, name="requests"),
    path("requests/<int:pk>/", requests.request_page, name="request"),
    path("requests/<int:pk>/withdraw/", requests.withdraw, name="withdraw"),
    path("designees/", designees.designee_list, name="designees"),
    path("designees/<int:pk>/withdraw/", designees.withdraw, name="designee_withdraw"),
]
