import { describe, expect, it, onTestFinished } from 'vitest'
import { djangoMissing, startDjango } from '../../../../../django/test/django/reference/django.ts'
import { isSimilar } from '../../../../src/accounts/passwords/rules/similarity.ts'

describe('similar passwords', () => {
  it.skipIf(djangoMissing !== null)('a password is similar if Django says so', async () => {
    const django = await startDjango({
      database: { ENGINE: 'django.db.backends.sqlite3', NAME: ':memory:' },
      settings: {},
    })
    onTestFinished(django.close)
    const pairs = names.flatMap((name) => passwords.map((password) => [password, name] as const))

    const similar = await django.run<boolean[]>(
      `
def is_similar(password, name):
    from django.contrib.auth.models import User
    from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
    from django.core.exceptions import ValidationError
    try:
        UserAttributeSimilarityValidator().validate(password, User(username=name))
    except ValidationError:
        return True
    return False
result = list(map(lambda pair, is_similar=is_similar: is_similar(*pair), pairs))
`,
      { pairs },
    )

    expect(pairs.map(([password, name]) => isSimilar(password, name))).toEqual(similar)
    expect(similar).toContain(true)
    expect(similar).toContain(false)
  })
})

const names = [
  'ann',
  'annabel',
  'a.lighthouse@example.com',
  'müller-straße',
  'Ann Smith_99',
  '山田太郎',
  'x',
]

const passwords = [
  'annabel7',
  'lebanna1',
  'Anna bella',
  'lighthouse',
  'LIGHTHOUSE2027',
  'example.com',
  'mullerstrasse',
  'Straße99',
  'smith_99',
  'smith-99',
  '山田太郎太',
  'correct horse battery staple',
  'xxxxxxxx',
  'annabel drives a green tractor',
]
