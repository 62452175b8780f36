import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { djangoMissing } from '../support/django.ts'
import { type BothServices, bothServices } from './both-services.ts'
import { newClient } from './client.ts'
import { tokenOf } from './traffic.ts'

interface Page {
  readonly next: string | null
  readonly results: readonly { readonly id: number }[]
}

describe.skipIf(djangoMissing('sqlite') !== null)('cursors in flight during the move', () => {
  let services: BothServices
  beforeAll(async () => {
    services = await bothServices('sqlite')
  })
  afterAll(() => services?.close())

  const pageSize = 10
  const headers = { Authorization: `Token ${tokenOf('member')}` }
  const { ask } = newClient()
  const page = async (url: string) => {
    const { status, body } = await ask(url, { headers })
    expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200)
    return body as Page
  }
  const ids = ({ results }: Page) => results.map(({ id }) => id)

  it.each(['/api/shelf/', '/api/shelf/?genre=poetry', '/api/loans/'])(
    'a client that has read some pages of %s at Django loses no item when it reads on at Turnpike',
    async (path) => {
      const all: number[] = []
      for (let url: string | null = services.django + path; url !== null; ) {
        const { next, ...rest } = await page(url)
        all.push(...ids({ next, ...rest }))
        url = next
      }

      const read: number[] = []
      let pages = 0
      for (let url: string | null = services.django + path; url !== null; pages++) {
        const got: Page = await page(url)
        read.push(...ids(got))
        // After the third page, nginx sends the client to Turnpike.
        url =
          pages >= 2 && got.next ? got.next.replace(services.django, services.turnpike) : got.next
      }
      expect(pages).toBeGreaterThan(5)
      expect([...new Set(read)]).toEqual(all)
      // Items that are equal in the first field to the last one that Django gave are seen again.
      expect(read.length - all.length).toBeLessThan(pageSize)
    },
    600_000,
  )
})
