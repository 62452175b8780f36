import { expect, it } from 'vitest'
import type { Desk } from './suite.ts'

/** What people see, and what describes the API. */
export function pageCases(desk: Desk): void {
  it('people sign in and see the numbers of pages', async () => {
    const { client, customer, service } = desk()
    const ann = await customer({ password: 'ann-password' })
    const id = await ann.ticket()
    for (let number = 0; number < 45; number += 1) {
      await ann.send('POST', `/tickets/${id}/comments/`, { json: { text: `Number ${number}` } })
    }
    const accept = { Accept: 'text/html' }
    const login = await client.get('/login/', { headers: accept })
    expect(await login.text()).toContain('csrfmiddlewaretoken')

    const session = await service.sessions.create(ann.user)
    const headers = { ...accept, Cookie: `sessionid=${session.id}` }
    const page = await (await client.get(`/tickets/${id}/comments/`, { headers })).text()
    expect(page).toContain('?page=3')
    expect(page).toContain(ann.user.username)
    const tickets = await client.get('/tickets/', { headers })
    expect(await tickets.text()).toContain('name="q"')
  })

  it('the document has every path with its parameters and schemes', async () => {
    const response = await desk().client.get('/openapi.json')
    const { paths, components } = (await response.json()) as {
      paths: Record<string, Record<string, { parameters?: object[]; responses: object }>>
      components: { securitySchemes: object }
    }

    expect(Object.keys(paths)).toEqual([
      '/tickets/',
      '/tickets/bulk/',
      '/tickets/{id}/',
      '/tickets/{ticket}/comments/',
      '/tickets/{ticket}/attachments/',
      '/tickets/{ticket}/attachments/{name}/',
      '/webhooks/mail/',
      '/api-token-auth/',
      '/login/',
      '/logout/',
    ])
    const of = (name: string) => ({ $ref: `#/components/parameters/${name}` })
    expect(paths['/tickets/']?.get?.parameters).toEqual(
      ['cursor', 'status', 'status__in', 'priority', 'q'].map(of),
    )
    expect(paths['/tickets/{id}/']?.patch?.responses).toHaveProperty('400')
    expect(Object.keys(components.securitySchemes)).toEqual([
      'token',
      'integration',
      'session',
      'basic',
      'mail',
    ])
  })

  it('the docs page and the admin are there', async () => {
    const { client, customer, service } = desk()
    const root = await customer({ isStaff: true })
    const { id } = await service.sessions.create(root.user)
    const headers = { Accept: 'text/html', Cookie: `sessionid=${id}` }

    expect((await client.get('/docs/', { headers })).status).toBe(200)
    expect((await client.get('/', { headers })).status).toBe(200)
    expect(await (await client.get('/admin/users/', { headers })).text()).toContain('user-1')
  })
}
