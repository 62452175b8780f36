"""A stand-in for django-rest-knox, which Debian does not have: its table as it is documented, and a scheme."""

from django.apps import AppConfig


class KnoxConfig(AppConfig):
    name = "knox"
    default_auto_field = "django.db.models.AutoField"
