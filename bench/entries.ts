import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EntryData, whyNoPostgres } from './data.ts'
import { secretKey } from './fill.ts'
import { jwtEnvironment, jwtOf } from './jwt.ts'

/** One way to write the service. */
export interface Entry {
  readonly name: string
  readonly database: 'sqlite' | 'postgres'
  /** Whether it is what is being examined. Default false. */
  readonly isTurnpike?: boolean
  /** Whether it stands for its like where cost is measured as the work grows. Default false. */
  readonly isExample?: boolean
  /** Whether its notes are a counted table; the parts about long lists measure it, too. Default false. */
  readonly isCounted?: boolean
  /** Whether it closes a connection after each answer. Default false. */
  readonly closesConnections?: boolean
  /** What a user with this number sends as `Authorization`. Default `Token <key>`. */
  credentialsOf?(key: string, user: number, apiKey: string): string
  /** The program with its arguments. */
  command(port: number): readonly [string, ...string[]]
  environment?(data: EntryData): Record<string, string>
  /** Why it cannot be measured here, or null. Default null. */
  whyMissing?(): Promise<string | null>
}

/** An entry of the folder entries/, as it is compiled. */
const node = (file: string): Pick<Entry, 'command'> => ({
  command: () => [process.execPath, fileURLToPath(new URL(`dist/${file}.js`, import.meta.url))],
})

/** A service on Turnpike, and what decides what is sent of a note. */
const turnpike = (sentBy: 'serialize' | 'answers' | 'plain') => ({
  ...node('turnpike'),
  environment: ({ database }: EntryData) => ({
    DATABASE_URL: /^postgres(ql)?:/.test(database) ? database : `sqlite:${database}`,
    SENT_BY: sentBy,
    SECRET_KEYS: secretKey,
    // The others write no line for each request either.
    LOG_LEVEL: 'warn',
    DRAIN_DELAY_SECONDS: '0',
  }),
})

/** As real services are: each has a `serialize`. */
const realTurnpike = { ...turnpike('serialize'), isTurnpike: true, isExample: true }

/** The same over a counted table. */
const counted = { ...turnpike('serialize'), isCounted: true }

/** The same service with lists of Drizzle. */
const drizzle = node('turnpike-drizzle')

const base64url = (text: string) => Buffer.from(text).toString('base64url')

const apiKeyOf = (_key: string, _user: number, apiKey: string) => `Api-Key ${apiKey}`

const onPostgres = { database: 'postgres', whyMissing: whyNoPostgres } as const

const byHand = ['raw', 'fastify', 'hono', 'express', 'nest']

/** The first one on each database is what the others on it are compared with. */
export const allEntries: readonly Entry[] = [
  ...byHand.map(
    (name): Entry => ({ name, database: 'sqlite', isExample: name === 'raw', ...node(name) }),
  ),
  {
    name: 'adonis',
    database: 'sqlite',
    ...node('adonis'),
    environment: () => ({ HOST: '127.0.0.1' }),
    // Its tokens carry their number in the table.
    credentialsOf: (key, user) => `Bearer oat_${base64url(`${user}`)}.${base64url(key)}`,
  },
  {
    name: 'reference',
    database: 'sqlite',
    isExample: true,
    closesConnections: true,
    command: (port) => [
      '/usr/bin/gunicorn',
      '--workers=1',
      `--bind=127.0.0.1:${port}`,
      `--chdir=${fileURLToPath(new URL('entries/reference', import.meta.url))}`,
      'service:application',
    ],
    environment: () => ({ PYTHONDONTWRITEBYTECODE: '1' }),
    whyMissing: async () => whyNoReference(),
  },
  { name: 'turnpike', database: 'sqlite', ...realTurnpike },
  { name: 'turnpike-counted', database: 'sqlite', ...counted },
  {
    name: 'turnpike-jwt',
    database: 'sqlite',
    ...node('turnpike-jwt'),
    environment: (data) => ({ ...turnpike('serialize').environment(data), ...jwtEnvironment }),
    credentialsOf: (_key, user) => `Bearer ${jwtOf(`user${user}`)}`,
  },
  {
    name: 'turnpike-keys',
    database: 'sqlite',
    ...turnpike('serialize'),
    ...node('turnpike-keys'),
    credentialsOf: apiKeyOf,
  },
  { name: 'turnpike-drizzle', database: 'sqlite', ...turnpike('serialize'), ...drizzle },
  { name: 'turnpike-answers', database: 'sqlite', ...turnpike('answers') },
  { name: 'turnpike-plain', database: 'sqlite', ...turnpike('plain') },
  // In one file, as docs/deployment.md says.
  {
    name: 'turnpike-bundled',
    database: 'sqlite',
    ...turnpike('serialize'),
    ...node('bundled/turnpike'),
  },
  { name: 'raw-postgres', ...onPostgres, isExample: true, ...node('raw-postgres') },
  { name: 'fastify-postgres', ...onPostgres, ...node('fastify') },
  { name: 'turnpike-postgres', ...onPostgres, ...realTurnpike },
  { name: 'turnpike-postgres-counted', ...onPostgres, ...counted },
  {
    name: 'turnpike-postgres-keys',
    ...onPostgres,
    ...turnpike('serialize'),
    ...node('turnpike-keys'),
    credentialsOf: apiKeyOf,
  },
  { name: 'turnpike-drizzle-postgres', ...onPostgres, ...turnpike('serialize'), ...drizzle },
  { name: 'turnpike-postgres-plain', ...onPostgres, ...turnpike('plain') },
]

/** What an ablation leaves out is in the name of its file: see `turnpike` and `turnpike-postgres`. */
export const ablations: readonly Entry[] = [
  {
    name: 'turnpike-web-door',
    database: 'sqlite',
    ...turnpike('serialize'),
    ...node('turnpike-web-door'),
  },
  {
    name: 'turnpike-pg-pool',
    ...onPostgres,
    ...turnpike('serialize'),
    ...node('turnpike-pg-pool'),
  },
]

/** The service on another Turnpike, once it is built in this folder. */
export const entriesAgainst = (folder: string): readonly Entry[] => [
  { name: 'against', database: 'sqlite', ...turnpike('serialize'), ...inCheckout(folder) },
  { name: 'against-postgres', ...onPostgres, ...turnpike('serialize'), ...inCheckout(folder) },
]

const inCheckout = (folder: string): Pick<Entry, 'command'> => ({
  command: () => [process.execPath, entryIn(folder)],
})

/** Where the compiled entry has to be, so that the name `turnpike` means that checkout. */
export const entryIn = (folder: string): string => resolve(folder, 'bench/dist/turnpike.js')

/** Those that can be measured here, and why the others cannot. */
export async function availableEntries(
  wanted: readonly Entry[],
): Promise<{ entries: Entry[]; missing: string[] }> {
  const entries: Entry[] = []
  const missing: string[] = []
  for (const entry of wanted) {
    const reason = (await entry.whyMissing?.()) ?? null
    if (reason === null) entries.push(entry)
    else missing.push(`Without ${entry.name}: ${reason}`)
  }
  return { entries, missing }
}

function whyNoReference(): string | null {
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import gunicorn, rest_framework'], { stdio: 'ignore' })
    return null
  } catch {
    return 'install it with apt-get install python3-djangorestframework gunicorn'
  }
}
