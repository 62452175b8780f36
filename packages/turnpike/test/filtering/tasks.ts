import { kyselyItems } from '@turnpike/sql'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { type Generated, type Kysely, sql } from 'kysely'
import { z } from 'zod'
import {
  choiceFilter,
  containsFilter,
  dateFilter,
  equalsTextFilter,
  exactFilter,
  inFilter,
  isNullFilter,
  rangeFilter,
  startsWithFilter,
} from '../../src/filtering/index.ts'
import {
  arrayItems,
  booleanField,
  createApi,
  dateTimeField,
  decimalField,
  type ItemSet,
  integerField,
  routes,
  type Settings,
} from '../../src/index.ts'

/** A task as it is sent. */
export interface Task {
  id: number
  owner: number | null
  priority: number
  status: 'open' | 'done'
  title: string
  created: string
  due: string | null
  price: string | null
  weight: number | null
  isUrgent: boolean
  code: string
}

const uuid = (digit: number) => `0${digit}000000-0000-4000-8000-00000000000a`

export const tasks: readonly Task[] = [
  {
    id: 1,
    owner: 1,
    priority: 3,
    status: 'open',
    title: 'Buy tea',
    created: '2025-01-31T00:00:00Z',
    due: '2025-02-01',
    price: '9.50',
    weight: 1.5,
    isUrgent: true,
    code: uuid(1),
  },
  {
    id: 2,
    owner: 2,
    priority: 5,
    status: 'done',
    title: 'Tea with 100% milk_',
    created: '2025-01-31T23:59:59.500000Z',
    due: '2025-01-31',
    price: '10.00',
    weight: 2,
    isUrgent: false,
    code: uuid(2),
  },
  {
    id: 3,
    owner: null,
    priority: -1,
    status: 'open',
    title: 'constructor',
    created: '2025-02-01T00:00:00Z',
    due: null,
    price: null,
    weight: null,
    isUrgent: false,
    code: uuid(3),
  },
  {
    id: 4,
    owner: 1,
    priority: 5,
    status: 'done',
    title: 'Ünïcode',
    created: '2024-12-31T23:59:59Z',
    due: '2024-02-29',
    price: '100.25',
    weight: 0.1,
    isUrgent: true,
    code: uuid(4),
  },
]

const answers = z.object({
  id: integerField(),
  owner: integerField().nullable(),
  priority: integerField(),
  status: z.enum(['open', 'done']),
  title: z.string(),
  created: dateTimeField(),
  due: z.iso.date().nullable(),
  price: decimalField({ maxDigits: 6, decimalPlaces: 2 }).nullable(),
  weight: z.number().nullable(),
  isUrgent: booleanField(),
  code: z.uuid(),
})

export const filters = {
  id: [exactFilter(), inFilter()],
  owner: [exactFilter(), inFilter(), isNullFilter()],
  priority: [exactFilter(), rangeFilter()],
  status: choiceFilter(),
  title: [exactFilter(), inFilter(), containsFilter(), startsWithFilter(), equalsTextFilter()],
  created: [exactFilter(), inFilter(), dateFilter()],
  due: [exactFilter(), dateFilter(), isNullFilter()],
  price: [exactFilter(), rangeFilter()],
  weight: [exactFilter(), rangeFilter()],
  isUrgent: exactFilter(),
  code: [exactFilter(), inFilter()],
} as const

/** A list of the tasks under `/tasks/`. */
export function serveTasks(items: ItemSet<Task>, settings: Settings = {}): TestClient {
  const api = createApi({ LOGGER: silentLogger, ...settings })
  return testClient(routes(api, { '/tasks/': api.listView({ items, answers, filters }) }))
}

interface Tables {
  task: { [Field in keyof Omit<Task, 'id'>]: Task[Field] } & { id: Generated<number> }
}

async function fill(db: Kysely<Tables>, isPostgres: boolean): Promise<void> {
  const type = isPostgres
    ? { moment: sql`timestamptz`, day: sql`date`, uuid: sql`uuid`, truth: sql`boolean` }
    : { moment: sql`text`, day: sql`text`, uuid: sql`text`, truth: sql`integer` }
  await db.schema
    .createTable('task')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('owner', 'integer')
    .addColumn('priority', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('created', type.moment, (column) => column.notNull())
    .addColumn('due', type.day)
    .addColumn('price', 'numeric(6, 2)')
    .addColumn('weight', 'real')
    .addColumn('isUrgent', type.truth, (column) => column.notNull())
    .addColumn('code', type.uuid, (column) => column.notNull())
    .execute()
  for (const task of tasks) {
    const isUrgent = isPostgres ? task.isUrgent : (Number(task.isUrgent) as unknown as boolean)
    await db
      .insertInto('task')
      .values({ ...task, isUrgent })
      .execute()
  }
}

interface Opened {
  items: ItemSet<Task>
  close(): Promise<void>
}

const itemsOf = (db: Kysely<Tables>) =>
  kyselyItems(db, db.selectFrom('task').selectAll()) as ItemSet<Task>

/** Each kind of items that Turnpike has. */
export const sources: readonly {
  name: string
  isMissing: boolean
  open(): Promise<Opened>
}[] = [
  {
    name: 'an array',
    isMissing: false,
    open: async () => ({ items: arrayItems(tasks), close: async () => {} }),
  },
  {
    name: 'SQLite',
    isMissing: false,
    async open() {
      const { db, close } = await openInMemory()
      await fill(db as unknown as Kysely<Tables>, false)
      return { items: itemsOf(db as unknown as Kysely<Tables>), close }
    },
  },
  {
    name: 'PostgreSQL',
    isMissing: postgresMissing !== null,
    async open() {
      const { db, close } = await openPostgres()
      await fill(db as Kysely<Tables>, true)
      return { items: itemsOf(db as Kysely<Tables>), close }
    },
  },
]
