import { Kysely, Transaction } from 'kysely'
import { memoizeByIdentity } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { type GivenClient, type GivenPool, postgresDialect } from './dialect.ts'
import { type PostgresTypeParsers, postgresTypes } from './types.ts'

/** The Kysely over a pool of `pg`, with the values of the service's. */
export const kyselyOverPool = memoizeByIdentity((pool: GivenPool): AnyDatabase => {
  const typed: GivenPool = {
    options: pool.options,
    get totalCount() {
      return pool.totalCount
    },
    get idleCount() {
      return pool.idleCount
    },
    get waitingCount() {
      return pool.waitingCount
    },
    connect: async () => typedClient(await pool.connect()),
    end: ofApplication,
    on: (event, listener) => pool.on(event, listener),
  }
  return new Kysely({ dialect: postgresDialect(typed) })
})

/** The Kysely over a single connection, whose statements and transactions take turns. */
export const kyselyOverClient = memoizeByIdentity(
  (client: GivenClient): AnyDatabase => new Kysely({ dialect: postgresDialect(poolOfOne(client)) }),
)

/** The transaction that a library has begun on a connection. It ends with that of the library. */
export const transactionOn = memoizeByIdentity((client: GivenClient): AnyDatabase => {
  const dialect = postgresDialect(poolOfOne(client))
  const executor = new Kysely({ dialect }).getExecutor()
  return new Transaction({ executor, dialect, config: { dialect }, driver: {} as never })
})

/** The connections belong to the application. */
const ofApplication = async () => {}

const typedClient = memoizeByIdentity((client: GivenClient) => new TypedClient(client))

/** A client whose values do not depend on the types of its pool. */
class TypedClient implements GivenClient {
  readonly #client: GivenClient & Partial<PostgresTypeParsers>
  readonly #types: object | undefined

  constructor(client: GivenClient & Partial<PostgresTypeParsers>) {
    this.#client = client
    const { getTypeParser } = client
    // One that shares the connections of a Kysely has its types.
    if (getTypeParser === undefined) return
    this.#types = postgresTypes({ getTypeParser: getTypeParser.bind(client) })
  }

  get processID(): unknown {
    return Reflect.get(this.#client, 'processID')
  }

  getTransactionStatus(): unknown {
    const { getTransactionStatus } = this.#client as { getTransactionStatus?(): unknown }
    return getTransactionStatus?.call(this.#client) ?? null
  }

  query(statement: unknown, values?: readonly unknown[]): unknown {
    if (typeof statement !== 'string') return this.#client.query(statement, values)
    const types = this.#types
    return this.#client.query({
      text: statement,
      values: [...(values ?? [])],
      ...(types && { types }),
    })
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }

  on(event: 'error', listener: () => void): unknown {
    return this.#client.on(event, listener)
  }
}

/** A pool that always gives the same connection, and never releases it. */
function poolOfOne(client: GivenClient): GivenPool {
  const one = new TypedClient(client)
  let last: Promise<void> = Promise.resolve()
  const counts = { totalCount: 1, idleCount: 0, waitingCount: 0 }
  return {
    options: {},
    ...counts,
    async connect() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      await before
      one.release = () => resolve()
      return one
    },
    end: ofApplication,
    on: () => {},
  }
}
