"""Settings of a small project as many are. What tests vary comes from the environment."""

import datetime
import os
import pathlib
import urllib.parse

BASE_DIR = pathlib.Path(__file__).resolve().parent.parent

SECRET_KEY = os.environ.get("SECRET_KEY", "the secret key of a project that only tests use")
DEBUG = False
ALLOWED_HOSTS = ["*"]


def database(url):
    """`sqlite:/var/db.sqlite3`, `postgres://user@host:5432/name`, `mysql://user@host:3306/name`"""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme == "sqlite":
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": parts.path, "OPTIONS": {"timeout": 20}}
    engine = {"postgres": "postgresql", "postgresql": "postgresql", "mysql": "mysql"}[parts.scheme]
    return {
        "ENGINE": f"django.db.backends.{engine}",
        "NAME": parts.path[1:],
        "USER": urllib.parse.unquote(parts.username or ""),
        "PASSWORD": urllib.parse.unquote(parts.password or ""),
        "HOST": parts.hostname,
        "PORT": parts.port or "",
        "OPTIONS": {"charset": "utf8mb4"} if engine == "mysql" else {},
    }


DATABASES = {"default": database(os.environ.get("DATABASE_URL", f"sqlite:{BASE_DIR}/db.sqlite3"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_filters",
    "rest_framework",
    "rest_framework.authtoken",
    "rest_framework_simplejwt.token_blacklist",
    "knox",
    "library",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

ROOT_URLCONF = "project.urls"
WSGI_APPLICATION = "project.wsgi.application"
STATIC_URL = "/static/"
LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
USE_X_FORWARDED_HOST = True
LOGIN_REDIRECT_URL = "/api/whoami/"

PASSWORD_HASHERS = [
    f"django.contrib.auth.hashers.{name}"
    for name in (
        "PBKDF2PasswordHasher",
        "PBKDF2SHA1PasswordHasher",
        "Argon2PasswordHasher",
        "BCryptSHA256PasswordHasher",
        "BCryptPasswordHasher",
        "SHA1PasswordHasher",
        "MD5PasswordHasher",
        "UnsaltedSHA1PasswordHasher",
        "UnsaltedMD5PasswordHasher",
    )
]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework_simplejwt.authentication.JWTAuthentication",
        "knox.auth.KnoxAuthentication",
        "rest_framework.authentication.BasicAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 20,
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "rest_framework.filters.SearchFilter",
        "rest_framework.filters.OrderingFilter",
    ],
    "DEFAULT_THROTTLE_RATES": {"limited": "5/hour"},
}

SIMPLE_JWT = {
    "ACCESS_TOKEN_LIFETIME": datetime.timedelta(minutes=5),
    "REFRESH_TOKEN_LIFETIME": datetime.timedelta(days=1),
    "ROTATE_REFRESH_TOKENS": True,
    "BLACKLIST_AFTER_ROTATION": True,
    "UPDATE_LAST_LOGIN": True,
}
