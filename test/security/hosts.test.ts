import { describe, expect, it } from 'vitest'
import { answerTo } from '../../packages/turnpike/test/node/connection.ts'
import { signIn } from '../faults/sign-in.ts'
import { openNotes, password } from './open-notes.ts'

const note = { body: '', priority: 0, rating: '0.00', created: '2026-01-01T00:00:00.000Z' }

async function openPages(env: Record<string, string> = {}) {
  const service = await openNotes(env)
  const rows = Array.from({ length: 60 }, (_, index) => ({ ...note, title: `${index}` }))
  const owner = service.ann.pk
  await service.db
    .insertInto('note')
    .values(rows.map((row) => ({ ...row, owner })))
    .execute()
  return service
}

describe('a host that is not the service’s own', () => {
  it.each([
    'evil.test',
    'api.test.evil.test',
    'evil.test:80',
    'api.test@evil.test',
    'evil.test#api.test',
    'eviltest',
    '127.0.0.1',
    '[::1]',
  ])('gets 400, and stands in no link: %s', async (host) => {
    const { port, key } = await openPages({ ALLOWED_HOSTS: 'api.test' })
    const answer = await ask(port, host, `Authorization: Token ${key}`)

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('evil')
  })

  it('a foreign host in a header field is ignored in links, redirects and pages', async () => {
    const { port, key } = await openPages({ ALLOWED_HOSTS: 'api.test' })
    const forged = [
      'X-Forwarded-Host: evil.test',
      'X-Forwarded-Server: evil.test',
      'X-Host: evil.test',
      'X-Original-URL: http://evil.test/',
      'X-Rewrite-URL: /admin/',
      'Forwarded: host=evil.test;proto=https',
      'X-Forwarded-Proto: https',
    ]
    const list = await ask(port, 'api.test', `Authorization: Token ${key}`, ...forged)
    expect(list).toMatch(/^HTTP\/1\.1 200 /)
    expect(list).toContain('"next":"http://api.test/notes/?page=2"')

    for (const path of ['/', '/login/', '/admin/', '/nowhere/', '/docs']) {
      const page = await askFor(path, port, 'api.test', 'Accept: text/html', ...forged)
      expect(page, path).not.toContain('evil.test')
    }
  })
})

describe('the way on after signing in', () => {
  const leads = async (next: string) => {
    const { port } = await openNotes()
    const url = `http://127.0.0.1:${port}`
    const { cookies, csrfToken } = await signIn(url, 'ann', password)

    const response = await fetch(`${url}/login/?next=${encodeURIComponent(next)}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'ann', password, next }),
      headers: { Cookie: cookies, 'X-CSRFToken': csrfToken, Accept: 'text/html' },
    })
    expect(response.status).toBe(302)
    return response.headers.get('Location')
  }

  it('signing in leads to the path that was asked for', async () => {
    expect(await leads('/notes/?page=2')).toBe('/notes/?page=2')
  })

  it.each([
    '//evil.test',
    'https://evil.test/',
    '/\\evil.test',
    '\thttps://evil.test',
    '/.//evil.test',
    'javascript:1',
  ])('leads to this site alone: %j', async (next) => {
    expect(await leads(next)).toBe('/')
  })
})

const ask = (port: number, host: string, ...fields: string[]) =>
  askFor('/notes/', port, host, ...fields)

async function askFor(path: string, port: number, host: string, ...fields: string[]) {
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...fields]
  return answerTo(port, `${lines.join('\r\n')}\r\n\r\n`)
}
