import { createHash } from 'node:crypto'
import { type AnyService, createService, readConfig } from '@turnpike/service'
import { type TestRequest, testClient } from '@turnpike/testing'
import { silentLogger } from '../../support/one-view.ts'
import { secrets } from '../../support/secrets.ts'

export const mailSecret = 'the secret of the mail server'

export interface HelpDeskOptions {
  url?: string
  /** The rate at which tickets may be created. */
  rate?: string
}

/** A help desk with customers as they are needed. */
export async function openHelpDesk(
  definition: AnyService,
  { url = 'sqlite::memory:', rate = 'none' }: HelpDeskOptions = {},
) {
  process.env.MAIL_SECRET = mailSecret
  const config = readConfig({
    DATABASE_URL: url,
    SECRET_KEYS: secrets[0],
    DEFAULT_THROTTLE_RATES: `tickets=${rate}`,
    PASSWORD_HASHER: 'pbkdf2',
  })
  const service = await createService(definition, config, { logger: silentLogger, migrate: true })
  const client = testClient(service.app)
  const { users, tokens, db } = service
  let number = 0

  /** A user of their own for each test: its lists have nothing but what it adds. */
  async function customer(fields: { isStaff?: boolean; password?: string } = {}) {
    number += 1
    const user = await users.create({ username: `user-${number}`, password: null, ...fields })
    const { key } = await tokens.getOrCreate(user)
    const headers = { Authorization: `Token ${key}` }

    async function send(method: string, path: string, sent: TestRequest = {}) {
      const all = { ...headers, 'X-Request-Id': 'test', ...sent.headers }
      const response = await client.request(method, path, { ...sent, headers: all })
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
      return { status: response.status, body: isJson ? await response.json() : null, response }
    }

    /** Adds a ticket and returns its id. */
    async function ticket(fields: object = {}): Promise<number> {
      const json = { subject: 'No network', body: 'On floor 3.', ...fields }
      const { status, body } = await send('POST', '/tickets/', { json })
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
      return body.id
    }

    return { user, key, send, ticket }
  }

  /** An integration of the user's own. */
  async function integrationKey(owner: number): Promise<string> {
    const key = `key-${owner}`
    const digest = createHash('sha256').update(key).digest('hex')
    await db.insertInto('integration').values({ digest, name: 'monitoring', owner }).execute()
    return key
  }

  return { service, client, customer, integrationKey }
}

export type HelpDesk = Awaited<ReturnType<typeof openHelpDesk>>
