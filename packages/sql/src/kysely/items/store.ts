import type { Insertable, Selectable } from 'kysely'
import type { ItemKey } from 'turnpike'
import { keyFields, knownOptions, type TransactionalStore } from 'turnpike/kit'
import { defaultTextSearch, textSearchName } from '../conditions/full-text.ts'
import type { DatabaseOf } from '../database.ts'
import { columnsOf } from '../tables/columns.ts'
import { joining } from '../transactions/joining.ts'
import { kyselyItems } from './items.ts'
import { keyColumns } from './keyed-rows.ts'
import { integerKey, type ReadKeys } from './keys.ts'
import { storable } from './storable.ts'
import { tableStore } from './table-store.ts'

export interface KyselyStoreOptions<Column extends string> {
  /** The column of the primary key, or its columns: `['note_id', 'tag_id']`. Default `id`. */
  key?: ItemKey<Column | 'id'>
  /**
   * Parses a key from a URL, or its columns by name: `{ code: textKey }`. Default `integerKey`;
   * there are also `textKey` and `uuidKey`.
   */
  readKey?: ReadKeys<Column>
  /** The text search configuration of PostgreSQL, as for `kyselyItems`. Default `simple`. */
  textSearch?: string
}

const kyselyStoreOptions = knownOptions<KyselyStoreOptions<string>>('kyselyStore()', {
  key: 'optional',
  readKey: 'optional',
  textSearch: textSearchName,
})

/**
 * The rows of one table as an item store: `kyselyStore(db, 'note')`. The key is an integer unless
 * `readKey` is set: `kyselyStore(db, 'country', { key: 'code', readKey: textKey })`.
 *
 * A key that is not unique by the constraints of the table is rejected on first use. JSON columns
 * accept and return JSON values. Errors of the database, such as a second row with a unique value,
 * are reported as in `constraintViolation`.
 */
export function kyselyStore<Tables, Name extends keyof Tables & string>(
  db: DatabaseOf<Tables>,
  table: Name,
  options: KyselyStoreOptions<keyof Tables[Name] & string> = {},
): TransactionalStore<Selectable<Tables[Name]>, Insertable<Tables[Name]>> {
  kyselyStoreOptions.require(options)
  const { key = 'id', readKey = integerKey, textSearch = defaultTextSearch } = options
  const joined = joining(db)
  const keys = keyFields(key)
  const itemsOptions = { key: keys, textSearch }
  return tableStore({
    name: 'kyselyStore()',
    db: joined,
    table,
    key: keyColumns(keys, readKey),
    items: kyselyItems(joined, joined.selectFrom(table).selectAll(), itemsOptions),
    only: (_item, hasKey) =>
      kyselyItems(joined, joined.selectFrom(table).selectAll().where(hasKey), itemsOptions),
    stored: async (values) => storable(await columnsOf(joined, table, Object.keys(values)), values),
    sent: (item) => item,
  })
}
