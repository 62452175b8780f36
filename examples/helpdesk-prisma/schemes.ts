import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Account, AuthenticationFailed, type Scheme, type UserDirectory } from 'turnpike'
import type { Prisma } from './database.ts'

/** What the table of integrations has of a key. */
export const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Authenticates `X-Api-Key: …` as the owner of the integration. */
export const integrationKeys = (
  prisma: Prisma,
  users: UserDirectory<Account>,
): Scheme<Account, { integration: string }> => ({
  name: 'integration',
  vary: ['X-Api-Key'],
  async authenticate({ headers }) {
    const key = headers.get('X-Api-Key')
    if (key === null) return null

    const found = await prisma.integration.findUnique({ where: { digest: digestOf(key) } })
    const user = found ? await users.findByPk(String(found.owner)) : null
    if (!found || !user?.isActive) throw new AuthenticationFailed('Invalid API key.')
    return { user, auth: { integration: found.name }, credential: found.name }
  },
  challenge: () => 'X-Api-Key',
  describe: () => ({ credentials: { header: 'X-Api-Key' } }),
})

const mailServer = { username: 'mail', isAuthenticated: true } as const

/** Authenticates the mail server by `X-Mail-Signature: <HMAC of the body, as hex>`. */
export const mailSignature = (secret: string): Scheme<typeof mailServer, null> => ({
  name: 'mail',
  async authenticate(request) {
    const sent = Buffer.from(request.headers.get('X-Mail-Signature') ?? '', 'hex')
    const mac = createHmac('sha256', secret)
      .update(await request.bytes())
      .digest()
    const isValid = sent.length === mac.length && timingSafeEqual(sent, mac)
    if (!isValid) throw new AuthenticationFailed('Invalid signature.')
    return { user: mailServer, auth: null }
  },
  challenge: () => 'Mail',
  describe: () => ({ credentials: { header: 'X-Mail-Signature' } }),
})
