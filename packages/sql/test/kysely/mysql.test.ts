import { createServer } from 'node:net'
import { djangoAccounts } from '@turnpike/django'
import { CompiledQuery, Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { ConfigurationError } from 'turnpike'
import { afterEach, describe, expect, it } from 'vitest'
import { mysqlMissing } from '../../../django/test/django/reference/databases.ts'
import {
  type AnyDatabase,
  DatabaseUnavailable,
  databaseOutage,
  kyselyAccounts,
  kyselyItems,
  kyselyRefreshTokens,
  kyselyReplayStore,
  kyselySessions,
  kyselyStore,
  kyselyThrottleStore,
  kyselyTransactions,
  migrate,
  outageAwareDialect,
} from '../../src/kysely/index.ts'
import { inTransaction } from '../../src/kysely/transactions/in-transaction.ts'

const opened: AnyDatabase[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.destroy()))
})

function openMysql(uri: string): AnyDatabase {
  const pool = createPool({ uri, connectionLimit: 1, connectTimeout: 2000 })
  const db: AnyDatabase = new Kysely({ dialect: outageAwareDialect(new MysqlDialect({ pool })) })
  opened.push(db)
  return db
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return address.port
}

const refusal = /supports SQLite and PostgreSQL, but MysqlAdapter belongs to another database/

describe('MySQL, which is for djangoAccounts only', () => {
  const secrets = ['a secret of the tests that has 32 characters']

  it.each<[string, (db: AnyDatabase) => unknown]>([
    ['kyselyItems', (db) => kyselyItems(db, db.selectFrom('note').selectAll())],
    ['kyselyStore', (db) => kyselyStore(db, 'note')],
    ['kyselyAccounts', (db) => kyselyAccounts(db, { secrets })],
    ['kyselySessions', (db) => kyselySessions(db)],
    ['kyselyRefreshTokens', (db) => kyselyRefreshTokens(db)],
    ['kyselyReplayStore', (db) => kyselyReplayStore(db)],
    ['kyselyThrottleStore', (db) => kyselyThrottleStore(db)],
    ['kyselyTransactions', (db) => kyselyTransactions(db)],
    ['migrate', (db) => migrate(db)],
  ])('%s refuses a Kysely on MySQL when it is called', async (_, make) => {
    const db = openMysql('mysql://root@127.0.0.1:1/none')
    const making = (async () => make(db))()
    await expect(making).rejects.toThrow(ConfigurationError)
    await expect((async () => make(db))()).rejects.toThrow(refusal)
  })

  it('a MySQL server that nothing listens for is a 503', async () => {
    const db = openMysql(`mysql://root@127.0.0.1:${await closedPort()}/none`)
    await expect(djangoAccounts(db).users.find('ann')).rejects.toThrow(DatabaseUnavailable)
  })

  it.each([
    'PROTOCOL_CONNECTION_LOST',
    'ER_SERVER_SHUTDOWN',
    'ER_CON_COUNT_ERROR',
    'ER_LOCK_DEADLOCK',
    'ER_LOCK_WAIT_TIMEOUT',
    'ECONNREFUSED',
  ])('the error %s of mysql2 is an outage', (code) => {
    expect(databaseOutage(Object.assign(new Error(code), { code }))).not.toBeNull()
  })

  it.each(['ER_DUP_ENTRY', 'ER_NO_SUCH_TABLE', 'ER_PARSE_ERROR', 'ER_BAD_FIELD_ERROR'])(
    'the error %s of mysql2 is no outage',
    (code) => {
      expect(databaseOutage(Object.assign(new Error(code), { code }))).toBeNull()
    },
  )

  it.skipIf(mysqlMissing !== null)(
    `a connection that MySQL ends during a statement is a 503, and the next one works${
      mysqlMissing === null ? '' : ` (skipped: ${mysqlMissing})`
    }`,
    async () => {
      const uri = process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/'
      const [db, admin] = [openMysql(uri), openMysql(uri)]
      const { rows } = await db.executeQuery<{ id: number }>(
        CompiledQuery.raw('select connection_id() as id'),
      )
      const waiting = db.executeQuery(CompiledQuery.raw('select sleep(20)'))
      const ended = expect(waiting).rejects.toThrow(DatabaseUnavailable)
      const running = CompiledQuery.raw(
        `select info from information_schema.processlist where id = ${Number(rows[0]?.id)}`,
      )
      await expect
        .poll(async () => (await admin.executeQuery(running)).rows)
        .toEqual([{ info: 'select sleep(20)' }])
      await admin.executeQuery(CompiledQuery.raw(`kill ${Number(rows[0]?.id)}`))
      await ended
      const { rows: again } = await db.executeQuery(CompiledQuery.raw('select 1 as one'))
      expect(again).toEqual([{ one: 1 }])
    },
  )

  it.skipIf(mysqlMissing !== null)(
    `a transaction on MySQL goes on after a statement that failed${
      mysqlMissing === null ? '' : ` (skipped: ${mysqlMissing})`
    }`,
    async () => {
      const db = openMysql(process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/')
      const done = await inTransaction(db, async (own) => {
        await expect(own.executeQuery(CompiledQuery.raw('select nonsense'))).rejects.toThrow()
        const { rows } = await own.executeQuery(CompiledQuery.raw('select 1 as one'))
        return rows
      })
      expect(done).toEqual([{ one: 1 }])
    },
  )
})
