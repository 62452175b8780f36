import {
  type AnyService,
  createService,
  defineService,
  readConfig,
  type Service,
} from '@turnpike/service'
import type { Hono } from 'hono'
import { demo, seed } from '../../examples/notes/seed.ts'
import notes from '../../examples/notes/service.ts'
import { silentLogger } from '../support/one-view.ts'

export interface NotesService extends Service {
  /** The paths that the service declares, such as `/notes/:id/`. */
  readonly paths: readonly string[]
}

/** The notes example over a database in memory with its users and notes, without throttles. */
export async function openNotesService(): Promise<NotesService> {
  let paths: string[] = []
  const observed: AnyService = defineService({
    ...notes,
    async app(context) {
      const app = await notes.app(context)
      paths = [...new Set((app as Hono).routes.map(({ path }) => path))]
      return app
    },
  })
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    DEFAULT_THROTTLE_RATES: 'anon=none,user=none,login=none',
  })
  const service = await createService(observed, config, { logger: silentLogger, migrate: true })
  await seed(service.db, service.users)
  return { ...service, paths: paths.filter((path) => !path.includes('*')) }
}

/** Header fields that a client may send to say who it is, by what they are. */
export type Credentials = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Wrong and right credentials for the example: passwords, keys and sessions. */
export async function credentialsFor({ app, users, tokens, sessions }: Service) {
  const [staff, ann] = [await users.find(demo.username), await users.find('ann')]
  if (staff === null || ann === null) throw new Error('The users of the example are missing.')

  const { id } = await sessions.create(staff)
  const session = { Cookie: `sessionid=${id}` }
  const page = await app.fetch(new Request('http://api.test/whoami/', { headers: session }), {})
  const csrfToken = /csrftoken=([^;]+)/.exec(page.headers.get('Set-Cookie') ?? '')?.[1] ?? ''

  return {
    nothing: {},
    'a wrong password': basic(demo.username, 'guessed'),
    'the password of an unknown user': basic('nobody', 'guessed'),
    'no base64': { Authorization: 'Basic ***' },
    'a wrong key': { Authorization: `Token ${'0'.repeat(40)}` },
    'no key': { Authorization: 'Token' },
    'a wrong session': { Cookie: 'sessionid=guessed' },
    'the key of another user': { Authorization: `Token ${(await tokens.getOrCreate(ann)).key}` },
    'the session without CSRF token': session,
    'the session': {
      Cookie: `${session.Cookie}; csrftoken=${csrfToken}`,
      'X-CSRFToken': csrfToken,
    },
    'the password': basic(demo.username, demo.password),
    'the key': { Authorization: `Token ${(await tokens.getOrCreate(staff)).key}` },
  } satisfies Credentials
}

const basic = (username: string, password: string) => ({
  Authorization: `Basic ${btoa(`${username}:${password}`)}`,
})
