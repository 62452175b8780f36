import { expect, it } from 'vitest'
import { withoutPassword } from '../../src/service/url-without-password.ts'

it.each([
  ['postgres://ada:secret@db.example/notes', 'postgres://…@db.example/notes'],
  ['postgres://ada:sec/r@t@db.example:5432/notes', 'postgres://…@db.example:5432/notes'],
  ['postgres://db.example/notes?password=secret&user=ada', 'postgres://db.example/notes'],
  ['postgres://ada@db/notes?sslkey=/secret', 'postgres://…@db/notes'],
  ['redis://:secret@cache:6379/0', 'redis://…@cache:6379/0'],
  ['postgres://db.example/notes', 'postgres://db.example/notes'],
  ['sqlite:/var/lib/no@tes?.db', 'sqlite:/var/lib/no@tes?.db'],
])('%s is told as %s', (url, told) => {
  expect(withoutPassword(url)).toBe(told)
})
