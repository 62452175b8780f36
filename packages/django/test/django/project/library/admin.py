from django.contrib import admin

from library.models import Author, Book, Loan

admin.site.register([Author, Book, Loan])
