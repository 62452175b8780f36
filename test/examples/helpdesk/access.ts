import { expect, it } from 'vitest'
import { mailSecret } from './open.ts'
import type { Desk } from './suite.ts'

/** Who may do what: schemes, scopes, object permissions, other origins. */
export function accessCases(desk: Desk): void {
  it('customers see their own tickets, and staff see all', async () => {
    const [ann, ben, root] = [
      await desk().customer(),
      await desk().customer(),
      await desk().customer({ isStaff: true }),
    ]
    const id = await ann.ticket({ subject: `Of ${ann.user.username}` })

    expect((await ben.send('GET', '/tickets/')).body.results).toEqual([])
    expect((await ben.send('GET', `/tickets/${id}/`)).status).toBe(404)
    expect((await ben.send('GET', `/tickets/${id}/comments/`)).status).toBe(404)
    expect((await ben.send('GET', `/tickets/${id}/attachments/`)).status).toBe(404)
    expect((await ben.send('PUT', `/tickets/${id}/attachments/a/`, { body: 'a' })).status).toBe(404)
    const found = await root.send('GET', `/tickets/?q=${ann.user.username}`)
    expect(found.body.results.map((ticket: { id: number }) => ticket.id)).toContain(id)
  })

  it('only staff delete tickets, and what belongs to them', async () => {
    const [ann, root] = [await desk().customer(), await desk().customer({ isStaff: true })]
    const id = await ann.ticket()
    await ann.send('POST', `/tickets/${id}/comments/`, { json: { text: 'Please hurry.' } })

    const refused = await ann.send('DELETE', `/tickets/${id}/`)
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({
      detail: 'Only staff may delete tickets.',
      code: 'staff_only',
      request_id: 'test',
    })
    expect((await root.send('DELETE', `/tickets/${id}/`)).status).toBe(204)
    expect((await root.send('GET', `/tickets/${id}/`)).status).toBe(404)
  })

  it('four schemes say who sends a request', async () => {
    const { client, service, customer, integrationKey } = desk()
    const ann = await customer({ password: 'ann-password' })
    const basic = btoa(`${ann.user.username}:ann-password`)
    const { id } = await service.sessions.create(ann.user)
    const credentials = {
      token: { Authorization: `Token ${ann.key}` },
      integration: { 'X-Api-Key': await integrationKey(ann.user.pk) },
      session: { Cookie: `sessionid=${id}` },
      basic: { Authorization: `Basic ${basic}` },
    }
    const ticket = await ann.ticket()

    for (const [name, headers] of Object.entries(credentials)) {
      const response = await client.get('/tickets/', { headers })
      const { results } = (await response.json()) as { results: { id: number }[] }
      expect(
        results.map((item) => item.id),
        name,
      ).toEqual([ticket])
    }
    const wrong = await client.get('/tickets/', { headers: { 'X-Api-Key': 'guessed' } })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toMatchObject({
      detail: 'Invalid API key.',
      request_id: expect.any(String),
    })
    expect((await client.get('/tickets/')).headers.get('WWW-Authenticate')).toBe('Token')
    await service.users.setActive(ann.user, false)
    const { integration } = credentials
    expect((await client.get('/tickets/', { headers: integration })).status).toBe(401)
  })

  it('a token is given for a password', async () => {
    const { client, customer } = desk()
    const ann = await customer({ password: 'ann-password' })
    const form = { username: ann.user.username, password: 'ann-password' }

    expect(await (await client.post('/api-token-auth/', { form })).json()).toEqual({
      token: ann.key,
    })
  })

  it('pages of the application may read the answers, and those of others may not', async () => {
    const preflight = (origin: string) =>
      desk().client.request('OPTIONS', '/tickets/', {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'x-api-key',
        },
      })
    const allowed = await preflight('https://app.example.com')
    const origin = 'Access-Control-Allow-Origin'

    expect(allowed.headers.get(origin)).toBe('https://app.example.com')
    expect(allowed.headers.get('Access-Control-Allow-Headers')).toContain('X-Api-Key')
    expect((await preflight('https://evil.example')).headers.get(origin)).toBe(null)
  })

  it('only the mail server adds tickets by mail, each mail once', async () => {
    const { client, customer } = desk()
    const ann = await customer()
    const mail = {
      id: `<${ann.user.username}@mail>`,
      from: ann.user.username,
      subject: 'Help',
      body: 'Me',
    }
    const send = async (body: string, signature?: string) => {
      const sent = signature ?? (await hmac(mailSecret, body))
      const headers = { 'Content-Type': 'application/json', 'X-Mail-Signature': sent }
      const response = await client.post('/webhooks/mail/', { body, headers })
      return { status: response.status, body: await response.json() }
    }
    const body = JSON.stringify(mail)

    expect((await send(body, await hmac('guessed', body))).status).toBe(401)
    expect(await send(body)).toMatchObject({
      status: 201,
      body: { subject: 'Help', priority: 3, owner: ann.user.pk },
    })
    expect(await send(body)).toEqual({ status: 200, body: { detail: 'It is a ticket already.' } })
    expect((await ann.send('GET', '/tickets/')).body.results).toHaveLength(1)
    expect(await send(JSON.stringify({ ...mail, id: '2', from: 'nobody' }))).toEqual({
      status: 400,
      body: { from: ['There is no such customer.'] },
    })
  })
}

async function hmac(secret: string, text: string): Promise<string> {
  const bytes = (of: string) => new TextEncoder().encode(of)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign'])
  return Buffer.from(await crypto.subtle.sign('HMAC', key, bytes(text))).toString('hex')
}
