"""The views of the reference: signing in and out, and who one is."""

from django.contrib.auth import authenticate, login, logout
from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import path
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework_simplejwt import views as jwt
from rest_framework_simplejwt.authentication import JWTAuthentication


def sign_in(request):
    if request.method == "GET":
        return JsonResponse({"csrf": get_token(request)})
    user = authenticate(
        request, username=request.POST["username"], password=request.POST["password"]
    )
    if user is None:
        return HttpResponse(status=400)
    login(request, user)
    return JsonResponse({"username": user.get_username()})


def sign_out(request):
    logout(request)
    return HttpResponse(status=204)


def who(request):
    user = request.user
    return JsonResponse({"username": user.get_username() if user.is_authenticated else None})


class WhoByToken(APIView):
    authentication_classes = [JWTAuthentication]
    permission_classes = [IsAuthenticated]

    def get(self, request):
        return Response({"username": request.user.get_username()})


urlpatterns = [
    path("login/", sign_in),
    path("logout/", sign_out),
    path("who/", who),
    path("who-by-token/", WhoByToken.as_view()),
    path("token/", jwt.TokenObtainPairView.as_view()),
    path("token/refresh/", jwt.TokenRefreshView.as_view()),
    path("token/verify/", jwt.TokenVerifyView.as_view()),
    path("token/blacklist/", jwt.TokenBlacklistView.as_view()),
]
