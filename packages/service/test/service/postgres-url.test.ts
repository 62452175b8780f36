import { openDatabase, postgresUrl } from '@turnpike/sql/node'
import { describe, expect, it } from 'vitest'

describe('the URL of PostgreSQL', () => {
  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'checks the server with sslmode=%s',
    (mode) => {
      expect(postgresUrl(`postgresql://db/notes?sslmode=${mode}`)?.search).toBe(
        '?sslmode=verify-full',
      )
    },
  )

  it.each(['', '?sslmode=disable', '?sslmode=no-verify', '?sslmode=require&uselibpqcompat=true'])(
    'a URL of PostgreSQL is left alone when it says something else: %s',
    (search) => {
      expect(postgresUrl(`postgres://db/notes${search}`)?.search).toBe(search)
    },
  )

  it('a URL of another database is not changed', () => {
    expect(postgresUrl('sqlite:notes.db')).toBeNull()
    expect(postgresUrl('mysql://db/notes')).toBeNull()
  })

  it('says how to write a password that breaks it, and not the password', () => {
    expect(() => openDatabase('postgres://ada:se/cr et@db:5432/notes')).toThrow(
      'The database URL postgres://…@db:5432/notes cannot be parsed. Write ' +
        'postgres://user:password@host:5432/notes, with special characters percent-encoded',
    )
  })

  it('connects to nothing before it is used', async () => {
    const { url, close } = openDatabase('postgres://ada:secret@127.0.0.1:1/notes')
    expect(url).toBe('postgres://ada:secret@127.0.0.1:1/notes')
    await close()
  })
})
