"""Django REST framework on gunicorn: the reference. Its own authentication, pagination and serializers."""

import os

from django.conf import settings

settings.configure(
    SECRET_KEY="a secret for measuring",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "rest_framework"],
    MIDDLEWARE=[],
    USE_TZ=True,
    LOGGING_CONFIG=None,
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.environ["DATABASE"],
            "CONN_MAX_AGE": None,
            "OPTIONS": {"timeout": 5},
        }
    },
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        "UNAUTHENTICATED_USER": None,
        "PAGE_SIZE": 50,
    },
)

import django  # noqa: E402

django.setup()

from datetime import datetime, timezone  # noqa: E402

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import models  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework import generics, pagination, serializers  # noqa: E402
from rest_framework.authentication import TokenAuthentication  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView  # noqa: E402


class Account(models.Model):
    username = models.TextField()
    email = models.TextField()
    is_active = models.BooleanField()
    is_staff = models.BooleanField()
    is_authenticated = True

    class Meta:
        app_label = "bench"
        db_table = "account"
        managed = False


class Token(models.Model):
    key = models.TextField(primary_key=True)
    user = models.ForeignKey(Account, models.CASCADE)

    class Meta:
        app_label = "bench"
        db_table = "token"
        managed = False


class Note(models.Model):
    title = models.CharField(max_length=100)
    priority = models.IntegerField()
    created = models.TextField()

    class Meta:
        app_label = "bench"
        db_table = "note"
        managed = False


class BenchTokens(TokenAuthentication):
    model = Token


class NoteSerializer(serializers.ModelSerializer):
    class Meta:
        model = Note
        fields = ["id", "title", "priority", "created"]
        read_only_fields = ["created"]


class ByNumber(pagination.PageNumberPagination):
    page_size = 50


class Windows(pagination.LimitOffsetPagination):
    max_limit = 1000


class ByCursor(pagination.CursorPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 10_000
    ordering = ("created", "id")


class NoteList(generics.ListAPIView):
    authentication_classes = [BenchTokens]
    serializer_class = NoteSerializer
    queryset = Note.objects.order_by("id")


class Notes(NoteList, generics.CreateAPIView):
    pagination_class = ByNumber

    def perform_create(self, serializer):
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        serializer.save(created=now.replace("+00:00", "Z"))


class Window(NoteList):
    pagination_class = Windows


class Timeline(NoteList):
    queryset = Note.objects.all()
    pagination_class = ByCursor


class Me(APIView):
    authentication_classes = [BenchTokens]

    def get(self, request):
        user = request.user
        return Response(
            {"username": user.username, "email": user.email, "is_staff": user.is_staff}
        )


urlpatterns = [
    path("me/", Me.as_view()),
    path("notes/", Notes.as_view()),
    path("window/", Window.as_view()),
    path("timeline/", Timeline.as_view()),
]


def handler404(request, exception):
    return JsonResponse({"detail": "Not found."}, status=404)


application = get_wsgi_application()
