from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import filters, generics, pagination, permissions, serializers, throttling, views, viewsets
from rest_framework.response import Response

from library.models import Author, Book, Loan


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ["id", "name", "email", "born", "website", "biography"]


class BookSerializer(serializers.ModelSerializer):
    author_name = serializers.CharField(source="author.name", read_only=True)

    class Meta:
        model = Book
        fields = [
            "id", "title", "author", "author_name", "isbn", "genre", "price", "pages", "copies", "rating",
            "is_available", "is_signed", "published", "created", "opens", "reference", "details",
        ]  # fmt: skip


class LoanSerializer(serializers.ModelSerializer):
    class Meta:
        model = Loan
        fields = ["id", "book", "created", "due", "returned", "remark"]


class AuthorPages(pagination.PageNumberPagination):
    page_size_query_param = "page_size"
    max_page_size = 100


class BookPages(pagination.LimitOffsetPagination):
    default_limit = 20
    max_limit = 100


class ShelfPages(pagination.CursorPagination):
    page_size = 25
    ordering = ["-published", "-id"]


class LoanPages(pagination.CursorPagination):
    page_size = 10
    ordering = ["-created", "-id"]


class AuthorViewSet(viewsets.ModelViewSet):
    """Everybody reads; who has the model's permissions writes."""

    queryset = Author.objects.all()
    serializer_class = AuthorSerializer
    permission_classes = [permissions.DjangoModelPermissionsOrAnonReadOnly]
    pagination_class = AuthorPages
    search_fields = ["name", "biography"]
    ordering_fields = ["name", "born", "id"]


class BookViewSet(viewsets.ModelViewSet):
    """Who is signed in reads; who has the model's permissions writes."""

    queryset = Book.objects.select_related("author")
    serializer_class = BookSerializer
    permission_classes = [permissions.DjangoModelPermissions]
    pagination_class = BookPages
    filterset_fields = {
        "genre": ["exact"],
        "author": ["exact"],
        "is_available": ["exact"],
        "price": ["gte", "lte"],
        "published": ["gte", "lte", "year"],
        "title": ["icontains"],
    }
    search_fields = ["title", "=isbn", "author__name"]
    ordering_fields = ["title", "price", "published", "pages", "id"]


class ShelfView(generics.ListAPIView):
    """The newest books, for everybody."""

    queryset = Book.objects.filter(is_available=True).select_related("author")
    serializer_class = BookSerializer
    permission_classes = [permissions.AllowAny]
    pagination_class = ShelfPages
    filter_backends = [DjangoFilterBackend, filters.SearchFilter]
    filterset_fields = ["genre"]
    search_fields = ["title"]


class LoanListView(generics.ListCreateAPIView):
    """The loans of the user."""

    serializer_class = LoanSerializer
    pagination_class = LoanPages
    filter_backends = [DjangoFilterBackend]
    filterset_fields = ["book"]

    def get_queryset(self):
        return Loan.objects.filter(borrower=self.request.user)

    def perform_create(self, serializer):
        serializer.save(borrower=self.request.user)


class LoanView(generics.RetrieveUpdateDestroyAPIView):
    serializer_class = LoanSerializer

    def get_queryset(self):
        return Loan.objects.filter(borrower=self.request.user)


class WhoAmIView(views.APIView):
    """Who the credentials of the request belong to, and what may be done with them."""

    def get(self, request):
        user = request.user
        return Response({
            "username": user.username,
            "is_staff": user.is_staff,
            "groups": sorted(group.name for group in user.groups.all()),
            "permissions": sorted(user.get_all_permissions()),
        })

    def post(self, request):
        """For what only a write shows: the check of the CSRF token."""
        return Response({"username": request.user.username, "data": request.data})


class LimitedView(views.APIView):
    throttle_classes = [throttling.ScopedRateThrottle]
    throttle_scope = "limited"

    def get(self, request):
        return Response({"username": request.user.username})
