"""The table of knox 4.2: the SHA-512 of the token, and its first 8 characters to find it by."""

import hashlib
import secrets

from django.conf import settings
from django.db import models

TOKEN_KEY_LENGTH = 8


def digest_of(token):
    return hashlib.sha512(token.encode()).hexdigest()


class AuthToken(models.Model):
    digest = models.CharField(max_length=128, primary_key=True)
    token_key = models.CharField(max_length=TOKEN_KEY_LENGTH, db_index=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, related_name="auth_token_set", on_delete=models.CASCADE)
    created = models.DateTimeField(auto_now_add=True)
    expiry = models.DateTimeField(null=True, blank=True)

    @classmethod
    def issue(cls, user, expiry=None, token=None):
        """The token's text, which is not stored. `expiry` None: it does not end."""
        token = token or secrets.token_hex(32)
        digest, key = digest_of(token), token[:TOKEN_KEY_LENGTH]
        cls.objects.create(digest=digest, token_key=key, user=user, expiry=expiry)
        return token
