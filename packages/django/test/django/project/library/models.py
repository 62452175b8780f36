import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone


class Author(models.Model):
    name = models.CharField(max_length=100, unique=True)
    email = models.EmailField(blank=True)
    born = models.DateField(null=True, blank=True)
    website = models.URLField(blank=True)
    biography = models.TextField(blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self):
        return self.name


class Book(models.Model):
    class Genre(models.TextChoices):
        NOVEL = "novel", "Novel"
        POETRY = "poetry", "Poetry"
        SCIENCE = "science", "Science"
        CHILDREN = "children", "Children's book"

    title = models.CharField(max_length=200)
    author = models.ForeignKey(Author, on_delete=models.PROTECT, related_name="books")
    isbn = models.CharField(max_length=13, unique=True)
    genre = models.CharField(max_length=10, choices=Genre.choices, default=Genre.NOVEL)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    pages = models.PositiveIntegerField()
    copies = models.PositiveSmallIntegerField(default=1)
    rating = models.FloatField(null=True, blank=True, validators=[MinValueValidator(0), MaxValueValidator(5)])
    is_available = models.BooleanField(default=True)
    is_signed = models.BooleanField(null=True, blank=True)
    published = models.DateField()
    created = models.DateTimeField(default=timezone.now, editable=False)
    opens = models.TimeField(null=True, blank=True)
    reference = models.UUIDField(default=uuid.uuid4, unique=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self):
        return self.title


class Loan(models.Model):
    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="loans")
    borrower = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="loans")
    created = models.DateTimeField(default=timezone.now, editable=False)
    due = models.DateField()
    returned = models.DateTimeField(null=True, blank=True)
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-created"]
        constraints = [
            models.UniqueConstraint(fields=["book", "borrower", "due"], name="library_loan_once_a_day"),
        ]

    def __str__(self):
        return f"{self.book} by {self.borrower}"
