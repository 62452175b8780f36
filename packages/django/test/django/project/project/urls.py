from django.contrib import admin
from django.urls import include, path
from rest_framework.authtoken.views import obtain_auth_token
from rest_framework.routers import SimpleRouter
from rest_framework_simplejwt import views as jwt

from library import views

router = SimpleRouter()
router.register("authors", views.AuthorViewSet)
router.register("books", views.BookViewSet)

urlpatterns = [
    path("api/", include(router.urls)),
    path("api/shelf/", views.ShelfView.as_view()),
    path("api/loans/", views.LoanListView.as_view()),
    path("api/loans/<int:pk>/", views.LoanView.as_view()),
    path("api/whoami/", views.WhoAmIView.as_view()),
    path("api/limited/", views.LimitedView.as_view()),
    path("api/token/", obtain_auth_token),
    path("api/jwt/", jwt.TokenObtainPairView.as_view()),
    path("api/jwt/refresh/", jwt.TokenRefreshView.as_view()),
    path("api/jwt/verify/", jwt.TokenVerifyView.as_view()),
    path("api/jwt/blacklist/", jwt.TokenBlacklistView.as_view()),
    path("accounts/", include("rest_framework.urls")),
    path("admin/", admin.site.urls),
]
