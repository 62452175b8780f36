"""Django REST framework behind lines of JSON: builds the services that scenarios describe and answers requests.

{"build": {"world": ..., "scenario": ...}} has no answer. {"request": {...}} is answered by
{"status": 200, "headers": [["Allow", "GET"]], "body": <base64>}. The first line that is written names the versions.
"""

import base64
import datetime
import io
import json
import logging
import sys

from django.conf import settings

MIDDLEWARE = ["django.middleware.locale.LocaleMiddleware", "django.middleware.common.CommonMiddleware"]

settings.configure(
    SECRET_KEY="no secret",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "rest_framework",
        "rest_framework.authtoken",
    ],
    MIDDLEWARE=MIDDLEWARE,
    USE_TZ=True,
    USE_I18N=True,
    TIME_ZONE="UTC",
    LANGUAGE_CODE="en-us",
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
)

import django  # noqa: E402

django.setup()
logging.disable(logging.CRITICAL)

import rest_framework  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import Http404  # noqa: E402
from django.test.utils import override_settings  # noqa: E402
from django.urls import clear_url_caches, path as route  # noqa: E402
from rest_framework import authentication, exceptions, generics, pagination, parsers  # noqa: E402
from rest_framework import permissions, renderers, serializers, throttling, views  # noqa: E402
from rest_framework.authtoken.models import Token  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.urlpatterns import format_suffix_patterns  # noqa: E402
from rest_framework.views import exception_handler  # noqa: E402

urlpatterns = []


class Row(models.Model):
    title = models.CharField(max_length=100)
    priority = models.IntegerField()
    created = models.DateTimeField()

    class Meta:
        app_label = "reference"


call_command("migrate", run_syncdb=True, verbosity=0)
with connection.schema_editor() as editor:
    editor.create_model(Row)


def fill(world):
    for row in world["sets"]["exact"]:
        created = datetime.datetime.fromisoformat(row["created"].replace("Z", "+00:00"))
        Row.objects.create(id=row["id"], title=row["title"], priority=row["priority"], created=created)
    for person in world["users"]:
        active = person["is_active"]
        user = User.objects.create_user(person["username"], password=person["password"], is_active=active)
        for token in world["tokens"]:
            if token["user"] == user.username:
                Token.objects.create(user=user, key=token["key"])


FIELDS = {
    "char": serializers.CharField,
    "integer": serializers.IntegerField,
    "decimal": serializers.DecimalField,
    "boolean": serializers.BooleanField,
    "email": serializers.EmailField,
    "date-time": serializers.DateTimeField,
    "choice": serializers.ChoiceField,
    "list": serializers.ListField,
}


def field(described):
    options = {key: value for key, value in described.items() if key not in ("type", "name")}
    if described["type"] == "nested":
        return serializer_class(options.pop("fields"))(**options)
    if described["type"] == "list":
        options["child"] = field(options["child"])
    return FIELDS[described["type"]](**options)


def serializer_class(fields):
    return type("Fields", (serializers.Serializer,), {one["name"]: field(one) for one in fields})


def cleaned(fields, data):
    """The cleaned data as the fields write them."""
    if isinstance(data, list):
        return [cleaned(fields, item) for item in data]
    return {
        name: value if value is None else fields[name].to_representation(value)
        for name, value in data.items()
    }


def echo(self, request, **kwargs):
    data = request.data
    return Response({"data": data.dict() if hasattr(data, "dict") else data})


def identity(self, request, **kwargs):
    return Response({"user": request.user.username, "authenticated": request.user.is_authenticated})


def raise_error(described):
    def handler(self, request, **kwargs):
        name = described["exception"]
        if isinstance(name, str):
            raise Http404() if name == "Http404" else getattr(exceptions, name)()
        attributes = {"status_code": name["status"], "default_detail": name["default_detail"]}
        raise type(name["name"], (exceptions.APIException,), attributes)()

    return handler


def validate(described):
    def handler(self, request, **kwargs):
        many = described.get("many", False)
        partial = request.method == "PATCH"
        serializer = self.get_serializer(data=request.data, many=many, partial=partial)
        serializer.is_valid(raise_exception=True)
        fields = (serializer.child if many else serializer).fields
        return Response(cleaned(fields, serializer.validated_data))

    return handler


class RowSerializer(serializers.ModelSerializer):
    class Meta:
        model = Row
        fields = ["id"]


def policy(described, *modules):
    """A policy class by its name, with its parameters as attributes."""
    if isinstance(described, str):
        described = {"class": described}
    names = {"class": None, "style": None}
    found = [getattr(module, described.get("class") or described["style"], None) for module in modules]
    base = next(one for one in found if one is not None)
    attributes = {("www_authenticate_realm" if k == "realm" else k): v for k, v in described.items() if k not in names}
    return type(base.__name__, (base,), attributes)


def view_class(described, defaults):
    def chosen(key, setting, *modules):
        return [policy(one, *modules) for one in described.get(key, defaults.get(setting, []))]

    attributes = {
        "authentication_classes": chosen("authentication", "DEFAULT_AUTHENTICATION_CLASSES", authentication),
        "permission_classes": chosen("permissions", "DEFAULT_PERMISSION_CLASSES", permissions),
        "throttle_classes": chosen("throttles", "DEFAULT_THROTTLE_CLASSES", throttling),
        "renderer_classes": chosen("renderers", "DEFAULT_RENDERER_CLASSES", renderers),
    }
    if "parsers" in described:
        attributes["parser_classes"] = chosen("parsers", "", parsers)
    kind = described["kind"]
    if kind == "list":
        attributes["queryset"] = Row.objects.order_by("id")
        attributes["serializer_class"] = RowSerializer
        attributes["pagination_class"] = policy(described["pagination"], pagination)
        return type("ListView", (generics.ListAPIView,), attributes)
    if kind == "validate":
        attributes["serializer_class"] = serializer_class(described["fields"])
        attributes["post"] = attributes["patch"] = validate(described)
        return type("ValidateView", (generics.GenericAPIView,), attributes)
    handler = {"echo": echo, "identity": identity}.get(kind) or raise_error(described)
    for method in described.get("methods", ["POST" if kind == "echo" else "GET"]):
        attributes[method.lower()] = handler
    return type("AnyView", (views.APIView,), attributes)


def return_null(error, context):
    return None


def catch_all(error, context):
    return exception_handler(error, context) or Response({"detail": "Something went wrong."}, 503)


HANDLERS = {"ReturnNull": f"{__name__}.return_null", "CatchAll": f"{__name__}.catch_all"}


DJANGO_SETTINGS = {"ALLOWED_HOSTS", "DATA_UPLOAD_MAX_MEMORY_SIZE", "DATA_UPLOAD_MAX_NUMBER_FIELDS"}


def build(scenario, previous):
    if previous is not None:
        previous.disable()
    declared = scenario.get("settings", {})
    renderer_names = declared.get("DEFAULT_RENDERER_CLASSES", ["JSONRenderer"])
    rest = {
        key: HANDLERS.get(value, value) if key == "EXCEPTION_HANDLER" else value
        for key, value in declared.items()
        if key not in DJANGO_SETTINGS and not key.endswith("_CLASSES")
    }
    changed = override_settings(
        REST_FRAMEWORK=rest, **{key: declared[key] for key in declared if key in DJANGO_SETTINGS}
    )
    changed.enable()
    cache.clear()
    defaults = {**declared, "DEFAULT_RENDERER_CLASSES": renderer_names}
    patterns = [
        route(view["path"].lstrip("/"), view_class(view, defaults).as_view()) for view in scenario["views"]
    ]
    urlpatterns[:] = format_suffix_patterns(patterns)
    clear_url_caches()
    return changed


def answer(request, handler):
    target, _, query = request["target"].partition("?")
    body = base64.b64decode(request["body"])
    environ = {
        "REQUEST_METHOD": request["method"],
        "PATH_INFO": percent_decoded(target),
        "QUERY_STRING": query,
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": request["client"],
        "wsgi.url_scheme": request["scheme"],
        "wsgi.input": io.BytesIO(body),
    }
    for name, value in request["headers"]:
        key = name.upper().replace("-", "_")
        environ[key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"] = value
    status = []
    made = b"".join(handler(environ, lambda line, headers: status.append((line, headers))))
    line, headers = status[0]
    return {"status": int(line[:3]), "headers": headers, "body": base64.b64encode(made).decode()}


def percent_decoded(target):
    """As WSGI servers do it: one character for each byte."""
    from urllib.parse import unquote_to_bytes

    return unquote_to_bytes(target).decode("latin-1")


def main():
    # Requests end the connection's turn, and with it a database in memory.
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections, reset_queries

    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    request_started.disconnect(reset_queries)

    print(json.dumps({"rest_framework": rest_framework.VERSION, "django": django.get_version()}), flush=True)
    settings_changed = None
    is_filled = False
    handler = WSGIHandler()
    for line in sys.stdin:
        message = json.loads(line)
        if "build" in message:
            if not is_filled:
                fill(message["build"]["world"])
                is_filled = True
            settings_changed = build(message["build"]["scenario"], settings_changed)
            handler = WSGIHandler()
            continue
        print(json.dumps(answer(message["request"], handler)), flush=True)


main()
