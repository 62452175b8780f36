import { drizzleSqlite, drizzleStore } from '@turnpike/sql/drizzle'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import type { Context } from './api.ts'
import * as schema from './schema.ts'

/** Drizzle over the connections of the service, in the transaction of the request. */
export const openDrizzle = ({ db }: Context) => drizzleSqlite(db, drizzle, { schema })

export const noteStore = (context: Context) => drizzleStore(openDrizzle(context), schema.note)
