/** The same over the pool of `pg` and Kysely's own way to it: the ablation of Turnpike's pool. */

import { runService } from '@turnpike/service'
import { kyselyAccounts, kyselyStore, postgresDialect, postgresTypes } from '@turnpike/sql'
import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import { tokenAuthentication } from 'turnpike'
import { benchService, type Tables } from './turnpike.ts'

const { DATABASE_URL: connectionString, SECRET_KEYS: secret = '' } = process.env
const pool = new Pool({ connectionString, max: 10, types: postgresTypes(types) } as never)
const db = new Kysely<Tables>({ dialect: postgresDialect(pool) })
const { tokens } = kyselyAccounts(db, { secrets: [secret] })

await runService(
  benchService(
    () => tokenAuthentication({ tokens }),
    () => kyselyStore(db, 'note'),
  ),
)
