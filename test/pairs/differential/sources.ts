import { kyselyItems } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/service/database/open.ts'
import type { Place } from '../pair.ts'
import type { Lists } from './views.ts'

/** Opens the lists of one ORM over a database with the records. */
export type OpenLists = (place: Place) => Promise<Lists & { close(): Promise<void> }>

const fields = [
  'id',
  'made_at as madeAt',
  'big',
  'price',
  'rank',
  'weight',
  'done',
  'name',
] as const

export const openKysely: OpenLists = async (place) => {
  const { db, close } = openDatabase(place.kind === 'sqlite' ? `sqlite:${place.path}` : place.url)
  const all = db.selectFrom('record').select(fields)
  return {
    all: kyselyItems(db, all),
    some: kyselyItems(db, all.where('done', '=', true).orderBy('rank', 'desc')),
    close,
  }
}

/** The ORMs that must answer the same. */
export const sources: Readonly<Record<string, OpenLists>> = { Kysely: openKysely }
