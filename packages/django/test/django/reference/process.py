"""Django over a database of a test. Each line of input is a piece of Python with its arguments,
each line of output the value that it left in `result`.

The first argument of the program is JSON: `database` as in DATABASES, and further `settings`.
"""

import datetime
import json
import sys
import traceback

import django
from django.conf import settings

given = json.loads(sys.argv[1])


class WithoutMigrations(dict):
    """All tables are made at once, which takes a tenth of the time."""

    def __contains__(self, app):
        return True

    def __getitem__(self, app):
        return None


def timed(values):
    """Settings of simplejwt: seconds as periods."""
    return {
        name: datetime.timedelta(seconds=value) if name.endswith("LIFETIME") else value
        for name, value in values.items()
    }


configured = {
    "DEBUG": False,
    "ALLOWED_HOSTS": ["*"],
    "DATABASES": {"default": given["database"]},
    "INSTALLED_APPS": [
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "rest_framework",
        "rest_framework_simplejwt.token_blacklist",
        *given.get("apps", []),
    ],
    "MIDDLEWARE": [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    "MIGRATION_MODULES": WithoutMigrations(),
    "ROOT_URLCONF": "urls",
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.PBKDF2PasswordHasher"],
    "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
    "USE_TZ": True,
    **given["settings"],
}
configured["SIMPLE_JWT"] = timed(configured.get("SIMPLE_JWT", {}))
settings.configure(**configured)
django.setup()

scope = {}
for line in sys.stdin:
    asked = json.loads(line)
    scope.update(asked["args"], result=None)
    try:
        exec(asked["code"], scope)
        answer = {"result": scope["result"]}
    except BaseException:
        answer = {"error": traceback.format_exc()}
    print(json.dumps(answer, default=str), flush=True)
