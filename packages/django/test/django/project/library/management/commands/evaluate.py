"""Runs Python with the project's models for tests: a JSON text per line in, a JSON text per line out.

`{"code": "User.objects.count()"}` is answered by `{"value": 12}`: what the last line is worth, or by
`{"error": "…"}`, a traceback. The names of the models are there, and nothing else is kept between lines.
"""

import ast
import json
import sys
import traceback

from django.apps import apps
from django.core.management.base import BaseCommand
from django.core.serializers.json import DjangoJSONEncoder
from django.db import close_old_connections


class Command(BaseCommand):
    help = __doc__

    def handle(self, **options):
        for line in sys.stdin:
            try:
                answer = {"value": run(json.loads(line)["code"])}
                text = json.dumps(answer, cls=DjangoJSONEncoder)
            except Exception:
                text = json.dumps({"error": traceback.format_exc()})
            close_old_connections()
            self.stdout.write(text)
            self.stdout.flush()


def run(code):
    names = {model.__name__: model for model in apps.get_models()}
    body = ast.parse(code).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<test>", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "<test>", "eval"), names)
