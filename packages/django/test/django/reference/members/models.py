from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models


class Members(BaseUserManager):
    def create_user(self, email, password=None, **fields):
        member = self.model(email=self.normalize_email(email), **fields)
        member.set_password(password)
        member.save()
        return member


class Member(AbstractBaseUser):
    """Signs in with an address. The names in the database are words of SQL."""

    id = models.BigAutoField(primary_key=True, db_column="primary")
    email = models.EmailField(unique=True, db_column="from")
    nickname = models.CharField(max_length=50)
    is_active = models.BooleanField(default=True, db_column="select")
    last_login = None

    USERNAME_FIELD = "email"
    objects = Members()

    class Meta:
        db_table = "order"
