import { spawnSync } from 'node:child_process'
import { djangoPython } from '@turnpike/test-support/django.ts'

/** Settings of Django without a project, with the hashers of all formats. */
const preamble = `
import json, sys
from django.conf import settings
settings.configure(
    SECRET_KEY='the newer key',
    USE_TZ=True,
    ALLOWED_HOSTS=['*'],
    PASSWORD_HASHERS=['django.contrib.auth.hashers.' + name for name in (
        'PBKDF2PasswordHasher', 'PBKDF2SHA1PasswordHasher', 'Argon2PasswordHasher',
        'BCryptSHA256PasswordHasher', 'BCryptPasswordHasher', 'SHA1PasswordHasher', 'MD5PasswordHasher')],
)
import django
django.setup()
given = json.load(sys.stdin)
`

/** Runs Python with Django and gives what the code leaves in `answer`. It finds `given`. */
export function python<Answer>(code: string, given: unknown = null): Answer {
  const { status, stdout, stderr } = spawnSync(
    djangoPython,
    ['-c', `${preamble}\n${code}\nprint(json.dumps(answer))`],
    { input: JSON.stringify(given), encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
