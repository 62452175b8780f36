import { quick } from '@turnpike/test-support/accounts.ts'
import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { type TestRequest, testClient } from '@turnpike/testing'
import type { Explanation } from '../../src/explanations/explanation.ts'
import { inWords } from '../../src/explanations/words.ts'
import {
  ApiResponse,
  basicAuthentication,
  createApi,
  jsonRenderer,
  type Logger,
  loginView,
  memoryAccounts,
  memorySessions,
  routes,
  type Settings,
  sessionAuthentication,
  tokenAuthentication,
  type ViewOptions,
} from '../../src/index.ts'
import { browsableRenderer } from '../../src/pages/index.ts'

/** The answer to a request, and what was logged of it. */
export interface Asked {
  readonly status: number
  readonly body: string
  /** `X-Turnpike-Explain` */
  readonly header: string | null
  /** Undefined: nothing was explained. */
  readonly explanation: Explanation | undefined
  /** The explanation in words, one line each. */
  readonly lines: readonly string[]
  /** All that was logged. */
  readonly log: string
}

export const password = 'correct horse battery'

/** A site that explains refusals: one view at `/notes/`, a login view, and the user ann, pk 1. */
export async function explainedSite() {
  const log: { fields: { explanation?: Explanation }; message: string }[] = []
  const note = (fields: object, message: string) => void log.push({ fields, message })
  const logger: Logger = { info: note, warn: note, error: note }
  const { users, tokens } = memoryAccounts({
    passwords: quick,
    users: [{ username: 'ann', password }],
  })
  const sessions = memorySessions({ users })
  const ann = (await users.find('ann')) ?? expectUser()
  const { key } = await tokens.getOrCreate(ann)

  const appWith = (view: ViewOptions, settings: Settings = {}) => {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [
        tokenAuthentication({ tokens }),
        sessionAuthentication({ sessions }),
      ],
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      EXPLAIN_REFUSALS: true,
      SECRET_KEYS: secrets,
      LOGGER: logger,
      ...settings,
    })
    return routes(api, {
      '/notes/': { name: 'Notes', get: () => new ApiResponse([]), ...view },
      '/login/': loginView({ users, sessions }),
    })
  }

  const askedOf = (status: number, body: string, header: string | null): Asked => {
    const explanation = log.find(({ fields }) => fields.explanation)?.fields.explanation
    const lines = explanation === undefined ? [] : inWords(explanation).split('\n')
    return { status, body, header, explanation, lines, log: JSON.stringify(log) }
  }

  return {
    key,
    ann,
    users,
    tokens,
    sessions,
    schemes: {
      token: tokenAuthentication({ tokens }),
      basic: basicAuthentication({ users }),
      session: sessionAuthentication({ sessions }),
    },
    appWith,

    /** Sends requests to one app, and explains the last one. */
    open(view: ViewOptions, settings?: Settings) {
      const app = appWith(view, settings)
      const client = testClient(app)
      return {
        client,
        async ask(method: string, options: TestRequest & { path?: string } = {}): Promise<Asked> {
          const { path = '/notes/', ...sent } = options
          log.length = 0
          const response = await client.request(method, path, sent)
          const header = response.headers.get('X-Turnpike-Explain')
          return askedOf(response.status, await response.text(), header)
        },
        async askThroughNode(lines: string): Promise<Asked> {
          log.length = 0
          const bytes = Buffer.from(`${lines.replaceAll('\n', '\r\n')}\r\n\r\n`)
          const { status, fields, body } = await sendThroughNode(app, bytes, { logger })
          const [, header = null] = fields.find(([name]) => name === 'x-turnpike-explain') ?? []
          return askedOf(status, body.toString(), header)
        },
      }
    },
  }
}

function expectUser(): never {
  throw new Error('There is no user ann.')
}
