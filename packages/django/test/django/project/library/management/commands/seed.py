"""Fills an empty database, with the same rows each time.

Each user's password is `password of <username>`. The names of the first ones are the formats of their passwords.
"""

import base64
import datetime
import hashlib
import random
import uuid

from django.contrib.auth import hashers
from django.contrib.auth.models import Group, Permission, User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.serializers import JSONSerializer, PickleSerializer
from django.core.management.base import BaseCommand
from django.db import transaction
from rest_framework.authtoken.models import Token

from knox.models import AuthToken
from library.models import Author, Book, Loan

START = datetime.datetime(2024, 1, 1, 8, 0, tzinfo=datetime.timezone.utc)
FOREVER = START + datetime.timedelta(days=36500)
BOOKS = 5000
AUTHORS = 240


def password_of(username):
    return f"password of {username}"


def scrypt(password, salt):
    """The documented form of Django 4.0 and later, which 3.2 cannot verify: `scrypt$n$salt$r$p$hash`."""
    work = {"n": 2**14, "r": 8, "p": 1}
    hashed = hashlib.scrypt(password.encode(), salt=salt.encode(), maxmem=64 * 2**20, dklen=64, **work)
    return "scrypt${n}${}${r}${p}${}".format(salt, base64.b64encode(hashed).decode(), **work)


def passwords():
    """Encoded passwords by username."""
    bcrypt_salt = b"$2b$12$abcdefghijklmnopqrstuu"
    salts = {
        "pbkdf2_sha256": "saltsaltsalt",
        "pbkdf2_sha1": "saltsaltsalt",
        "argon2": "saltsaltsalt",
        "bcrypt": bcrypt_salt,
        "bcrypt_sha256": bcrypt_salt,
        "sha1": "saltsaltsalt",
        "md5": "saltsaltsalt",
        "unsalted_sha1": "",
        "unsalted_md5": "",
    }
    encoded = {
        name: hashers.get_hasher(name).encode(password_of(name), salt=salt) for name, salt in salts.items()
    }
    encoded["scrypt"] = scrypt(password_of("scrypt"), "saltsaltsalt")
    encoded["unusable"] = "!" + "unusable" * 5
    return encoded


class Command(BaseCommand):
    help = __doc__

    @transaction.atomic
    def handle(self, **options):
        self.random = random.Random(20261123)
        self.users()
        self.permissions()
        self.books()
        self.loans()
        self.credentials()

    def users(self):
        people = {name: {"password": encoded} for name, encoded in passwords().items()}
        for name in ("root", "editor", "member", "reader", "inactive", "other"):
            people[name] = {"password": hashers.make_password(password_of(name), "saltsaltsalt")}
        people["root"].update(is_staff=True, is_superuser=True)
        people["editor"].update(is_staff=True)
        people["inactive"].update(is_active=False)
        for number, (name, values) in enumerate(people.items()):
            User.objects.create(
                username=name,
                email=f"{name}@example.com",
                first_name=name.title(),
                date_joined=START + datetime.timedelta(days=number),
                **values,
            )

    def permissions(self):
        """`editor` may do everything with books and authors, by a group; `member` may add and change books."""
        editors = Group.objects.create(name="editors")
        Group.objects.create(name="readers").user_set.add(*User.objects.filter(username__in=["reader", "member"]))
        editors.user_set.add(User.objects.get(username="editor"))
        editors.permissions.set(Permission.objects.filter(content_type__model__in=["author", "book"]))
        member = User.objects.get(username="member")
        member.user_permissions.set(Permission.objects.filter(codename__in=["add_book", "change_book"]))

    def books(self):
        pick = self.random
        first = ["Ada", "Boris", "Chloé", "Dmitri", "Elif", "Fumiko", "Grace", "Håkon", "Ines", "José", "Kofi", "Łucja"]
        last = ["Abbott", "Brontë", "Castillo", "Dvořák", "Eco", "Ferrante", "Gogol", "Hesse", "Ibsen", "Joyce"]
        authors = [
            Author(
                name=f"{first[number % 12]} {last[number // 12 % 10]} {'II' if number >= 120 else 'I'}",
                email=f"author{number}@example.com" if number % 3 else "",
                born=datetime.date(1900 + number % 80, 1 + number % 12, 1 + number % 28) if number % 5 else None,
                website=f"https://example.com/{number}/" if number % 4 == 0 else "",
                biography=f"Writes {'poems' if number % 2 else 'novels'}.\nLives in “{last[number % 7]}”.",
            )
            for number in range(AUTHORS)
        ]
        Author.objects.bulk_create(authors)
        ids = list(Author.objects.order_by("id").values_list("id", flat=True))
        words = ["Sea", "Winter", "100% Rain", "Letters", "House_of", "Étude", "日本", "Night", "Garden", "Ruins", "Train"]
        genres = Book.Genre.values
        Book.objects.bulk_create(
            [
                Book(
                    title=f"{pick.choice(words)} {pick.choice(words)} {number}",
                    author_id=pick.choice(ids),
                    isbn=str(9780000000000 + number * 7),
                    genre=pick.choice(genres),
                    price=f"{pick.randrange(0, 12000) / 100:.2f}",
                    pages=pick.randrange(1, 1500),
                    copies=pick.randrange(0, 9),
                    rating=None if number % 7 == 0 else pick.randrange(0, 51) / 10,
                    is_available=number % 11 != 0,
                    is_signed=[None, True, False][number % 3],
                    # A few dates for many books: pages by cursor have ties.
                    published=datetime.date(2000, 1, 1) + datetime.timedelta(days=pick.randrange(0, 400)),
                    created=START + datetime.timedelta(minutes=number, microseconds=(number % 3) * 123456),
                    opens=None if number % 2 else datetime.time(8 + number % 10, number % 60),
                    reference=uuid.UUID(int=pick.getrandbits(128), version=4),
                    details={"shelf": number % 40, "tags": ["old"] if number % 2 else [], "note": None},
                )
                for number in range(BOOKS)
            ],
            batch_size=500,
        )

    def loans(self):
        books = list(Book.objects.order_by("id").values_list("id", flat=True)[:400])
        users = User.objects.filter(username__in=["editor", "member", "reader"])
        Loan.objects.bulk_create(
            [
                Loan(
                    book_id=book,
                    borrower=user,
                    created=START + datetime.timedelta(hours=number // 4),
                    due=datetime.date(2024, 6, 1) + datetime.timedelta(days=number % 30),
                    returned=START + datetime.timedelta(days=40) if number % 2 else None,
                    remark="" if number % 5 else "kept long",
                )
                for user in users
                for number, book in enumerate(books[: 60 + 10 * user.id])
            ],
            batch_size=500,
        )

    def credentials(self):
        """Tokens for the people that have no format's name, sessions of both serialisers, two of knox's tokens."""
        for user in User.objects.filter(username__in=["root", "editor", "member", "reader", "inactive"]):
            Token.objects.create(user=user, key=hashlib.sha1(user.username.encode()).hexdigest())
        member = User.objects.get(username="member")
        AuthToken.issue(member, token="knox" + "a" * 60)
        AuthToken.issue(member, token="knox" + "b" * 60, expiry=START)
        for name, serializer in {"json": JSONSerializer, "pickle": PickleSerializer}.items():
            session = SessionStore()
            session.serializer = serializer
            session["_auth_user_id"] = str(member.pk)
            session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
            session["_auth_user_hash"] = member.get_session_auth_hash()
            session.model.objects.create(
                session_key=(name + "session" * 5)[:32],
                session_data=session.encode(session._session),
                expire_date=FOREVER,
            )
