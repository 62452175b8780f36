import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ApiResponse, charField } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { oneView } from '../support/one-view.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/explanations/why-errors-look-as-they-do.md'), 'utf8')

/** The bodies that are sent, and their answers. */
const rows = [...page.matchAll(/^\| `([[{].*)` \| `(\{.+\})` \|$/gm)].map(
  ([, sent = '', answer = '']) => ({ sent, answer }),
)

const schema = z.object({ title: charField({ maxLength: 10 }), tags: z.array(charField()) })

describe('why errors look as they do', () => {
  it('the page that explains errors has four bodies', () => expect(rows).toHaveLength(4))

  it.each(rows)('the explained answer to $sent is the real one', async ({ sent, answer }) => {
    const client = oneView({
      post: async (request) => new ApiResponse(await request.data(schema)),
    })
    const headers = { 'Content-Type': 'application/json' }
    const response = await client.post('/', { body: sent, headers })
    expect([response.status, await response.text()]).toEqual([400, answer])
  })
})
