import { postgresPool } from '@turnpike/sql'
import { drizzleStore } from '@turnpike/sql/drizzle'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Context } from './api.ts'
import * as schema from './schema.ts'

/** Drizzle over the connections of the service, in the transaction of the request. */
export const openDrizzle = ({ db }: Context) => drizzle(postgresPool(db, Pool), { schema })

export const noteStore = (context: Context) => drizzleStore(openDrizzle(context), schema.note)
