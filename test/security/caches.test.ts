import { describe, expect, it } from 'vitest'
import { signIn } from '../faults/sign-in.ts'
import { openNotes, password } from './open-notes.ts'

const directives = (response: Response) => response.headers.get('Cache-Control')
const varies = (response: Response) => response.headers.get('Vary')?.split(', ') ?? []

describe('an answer for one user', () => {
  it('an answer for one user is not kept by shared caches, however the user is authenticated', async () => {
    const { fetch, signed, port } = await openNotes()
    const { cookies } = await signIn(`http://127.0.0.1:${port}`, 'ann', password)
    const identities: Record<string, string>[] = [
      signed,
      { Cookie: cookies },
      { Authorization: `Basic ${btoa(`ann:${password}`)}` },
    ]

    for (const headers of identities) {
      for (const path of ['/whoami/', '/notes/', '/notes/1/', '/timeline/']) {
        const response = await fetch(path, { headers })
        expect(directives(response), path).toMatch(/^(private(, no-cache)?|no-store)$/)
      }
    }
  })

  it('an answer for one user is distinguished from those for others, refused and anonymous ones too', async () => {
    const { fetch, signed } = await openNotes()

    for (const headers of [signed, {}, { Authorization: 'Token wrong' }, { Accept: 'text/html' }]) {
      const response = await fetch('/notes/', { headers })
      expect(varies(response)).toEqual(
        expect.arrayContaining(['Accept', 'Authorization', 'Cookie']),
      )
    }
  })

  it('an answer with a cookie or a credential in it is not cached at all', async () => {
    const { fetch, port } = await openNotes()
    const json = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ username: 'ann', password })

    const form = await fetch('/login/')
    expect(form.headers.getSetCookie()).not.toEqual([])
    expect(directives(form)).toBe('no-store')

    const token = await fetch('/api-token-auth/', { method: 'POST', body, headers: json })
    expect(directives(token)).toBe('no-store')

    const [pair] = form.headers.getSetCookie()[0]?.split(';') ?? []
    const login = await fetch('/login/', {
      method: 'POST',
      body,
      headers: {
        ...json,
        Cookie: pair ?? '',
        'X-CSRFToken': pair?.split('=')[1] ?? '',
        Origin: `http://127.0.0.1:${port}`,
      },
    })
    expect(login.status).toBe(200)
    expect(login.headers.getSetCookie()).not.toEqual([])
    expect(directives(login)).toBe('no-store')
  })
})

describe('an answer in JSON', () => {
  it('says what it is, for errors too, and is never guessed', async () => {
    const { fetch, signed } = await openNotes()

    for (const [path, init] of [
      ['/whoami/', { headers: signed }],
      ['/whoami/', {}],
      ['/nowhere/', {}],
      ['/whoami/', { headers: signed, method: 'PUT' }],
      [
        '/notes/',
        { headers: { ...signed, 'Content-Type': 'text/html' }, method: 'POST', body: '<script>' },
      ],
    ] as const) {
      const response = await fetch(path, init)
      expect(response.headers.get('Content-Type'), path).toBe('application/json')
      expect(response.headers.get('X-Content-Type-Options'), path).toBe('nosniff')
    }
  })
})
