import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models


class Person(AbstractUser):
    """A user model whose table, key and column names differ from Django's own."""

    uid = models.UUIDField(primary_key=True, default=uuid.uuid4)
