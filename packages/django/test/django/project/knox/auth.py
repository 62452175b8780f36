"""`Authorization: Knox <token>`: the documented prefix `Token` belongs to TokenAuthentication here."""

import hmac

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from knox.models import TOKEN_KEY_LENGTH, AuthToken, digest_of


class KnoxAuthentication(BaseAuthentication):
    def authenticate(self, request):
        keyword, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
        if keyword.lower() != "knox":
            return None
        for stored in AuthToken.objects.filter(token_key=token[:TOKEN_KEY_LENGTH]).select_related("user"):
            if not hmac.compare_digest(stored.digest, digest_of(token)):
                continue
            if stored.expiry is not None and stored.expiry < timezone.now():
                stored.delete()
                continue
            if not stored.user.is_active:
                raise AuthenticationFailed("User inactive or deleted.")
            return stored.user, stored
        raise AuthenticationFailed("Invalid token.")

    def authenticate_header(self, request):
        return "Knox"
