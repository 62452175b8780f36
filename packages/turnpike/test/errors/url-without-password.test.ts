import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutPassword } from '../../src/errors/url-without-password.ts'

it.each([
  ['postgres://ada:secret@db.example/notes', 'postgres://…@db.example/notes'],
  ['postgres://ada:sec/r@t@db.example:5432/notes', 'postgres://…@db.example:5432/notes'],
  ['postgres://ada:sec?r#t@db.example/notes', 'postgres://…'],
  ['postgres://db.example/notes?password=secret&user=ada', 'postgres://db.example/notes'],
  ['postgres://db.example/notes?password=sec@ret', 'postgres://…'],
  ['postgres://db.example/notes#password=sec@ret', 'postgres://…'],
  ['postgres://ada@db/notes?sslkey=/secret', 'postgres://…@db/notes'],
  ['postgres://ada:secret@[::1]:5432/notes', 'postgres://…@[::1]:5432/notes'],
  ['postgres://ada:secret@one:5432,two:5432/notes', 'postgres://…'],
  ['postgres:ada:secret@db/notes', 'postgres:…@db/notes'],
  ['postgres:/ada:secret@db/notes', 'postgres:…@db/notes'],
  ['postgres//ada:secret@db/notes', '…@db/notes'],
  ['//ada:secret@db/notes', '…@db/notes'],
  ['ada:secret@db/notes', 'ada:…@db/notes'],
  ['postgres://ada:secret/notes', 'postgres://…'],
  ['postgres:ada:secret', 'postgres:…'],
  ['ada:secret', 'ada:…'],
  ['host=db user=ada password=secret', '…'],
  ['host=db user=ada password=sec@ret', '…'],
  ['redis://:secret@cache:6379/0', 'redis://…@cache:6379/0'],
  ['redis:/:secret@cache:6379', 'redis:…@cache:6379'],
  ['unix://:secret@/run/redis.sock?db=1', 'unix://…@/run/redis.sock'],
  ['postgres://db.example/notes', 'postgres://db.example/notes'],
  ['localhost:6379/0', 'localhost:6379/0'],
  ['memcached://cache:11211', 'memcached://cache:11211'],
  ['databse', 'databse'],
  ['sqlite:/var/lib/no@tes?.db', 'sqlite:/var/lib/no@tes?.db'],
  ['sqlite://ada:secret@db/notes', 'sqlite://…@db/notes'],
])('a message shows of the URL %s only %s', (url, told) => {
  expect(withoutPassword(url)).toBe(told)
})

it('a message never shows a password or part of one, however the URL is mistyped', () => {
  const scheme = fc.constantFrom('postgres', 'postgresql', 'redis', 'rediss', 'http', 'psotgres')
  const separator = fc.constantFrom('://', ':', ':/', ':///', '//', ';//', ' ://', '')
  const user = fc.constantFrom('', 'bob', 'b%40b', 'b@b', 'b/b')
  const mark = fc.constantFrom('', '@', ':', '/', '?', '#', '&', '=', '%', ' ', '\\', '\n', 'é')
  const place = fc.constantFrom('db', 'db:5432/notes', '[::1]/notes', '/run/redis.sock', 'db/n?a=1')
  // Parts that no other part of the URL has: each of them would be a part of the password.
  const password = fc.tuple(mark, mark, mark).map((marks) => `QX${marks.join('ZK')}WV`)

  fc.assert(
    fc.property(
      scheme,
      separator,
      user,
      password,
      place,
      (scheme, separator, user, password, place) => {
        for (const url of [
          `${scheme}${separator}${user}:${password}@${place}`,
          `${scheme}${separator}${user}:${encodeURIComponent(password)}@${place}`,
          `${scheme}${separator}${place}?user=${user}&password=${password}`,
          `host=${place} user=${user} password=${password}`,
        ]) {
          expect(withoutPassword(url)).not.toMatch(/QX|ZK|WV/)
        }
      },
    ),
    { numRuns: 5000 },
  )
})
