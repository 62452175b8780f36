import { type ConditionValue, ConfigurationError } from 'turnpike'
import { knownOptions, type TransactionalStore } from 'turnpike/kit'
import { atomically } from '../../kysely/atomic.ts'
import { textSearchName } from '../../kysely/conditions/full-text.ts'
import type { AnyRow } from '../../kysely/database.ts'
import type { ReadKeys } from '../../kysely/items/keys.ts'
import { isEmpty } from '../../kysely/items/storable.ts'
import { violationOf } from '../../kysely/violations/driver-error.ts'
import { refuseConflict } from '../../kysely/violations/refusals.ts'
import { itemsIn, type PrismaItemsOptions } from '../items/items.ts'
import { type PrismaList, prismaList } from '../items/list.ts'
import { isNotFound, originalError, outageOr } from '../items/prisma-errors.ts'
import type { ItemOf, PrismaModel, ScalarsOf, ValuesOf } from '../models/delegate.ts'
import { keyReader } from './key-reader.ts'
import { keyRowOf, readRow, requireUnique } from './rows.ts'
import { writer } from './writer.ts'

export interface PrismaStoreOptions<Model> extends PrismaItemsOptions<Model> {
  /**
   * Prisma's name of a composite key, if `@@id` or `@@unique` has a `name`. Default its fields with
   * underscores between them: `noteId_tagId`.
   */
  keyName?: string
  /**
   * Parses a key from a URL, or its fields by name. Default `integerKey` for `Int` and `BigInt`,
   * `textKey` for all others; there is also `uuidKey`.
   */
  readKey?: ReadKeys<ScalarsOf<Model>>
}

const prismaStoreOptions = knownOptions<PrismaStoreOptions<PrismaModel>>('prismaStore()', {
  where: 'optional',
  select: 'optional',
  include: 'optional',
  omit: 'optional',
  orderBy: 'optional',
  key: 'optional',
  keyName: 'optional',
  readKey: 'optional',
  textSearch: textSearchName,
})

/**
 * The rows of a model as an item store: `prismaStore(prisma.ticket)`. With `where` it has only
 * those rows; new ones may be others.
 *
 * Everything is written by Prisma, so that its extensions, `@default` and `@updatedAt` apply. The
 * rest is as in `kyselyStore`: the list, statements that join the transaction of the current work,
 * and violated constraints, which are reported with the names of Prisma's fields.
 */
export function prismaStore<
  Delegate extends PrismaModel,
  const Options extends PrismaStoreOptions<Delegate> = Record<never, never>,
>(
  delegate: Delegate,
  options?: Options,
): TransactionalStore<ItemOf<Delegate, Options>, ValuesOf<Delegate>> {
  prismaStoreOptions.require(options)
  return storeOf(delegate, options ?? {})
}

function storeOf(
  delegate: PrismaModel,
  options: PrismaStoreOptions<PrismaModel>,
): TransactionalStore<AnyRow, AnyRow> {
  const list = prismaList(delegate, options, factory)
  const { keys, args } = list
  requireVisibleKey(list)
  const items = itemsIn(list)
  const key = keys.map(({ field }) => field)
  const read = keyReader(keys, options.readKey as ReadKeys<string>)
  const { write, uniqueWhere } = writer(list, options.keyName)
  /** For its own transactions, in which it locks the rows that it finds. */
  const locking = {}

  const find = (row: AnyRow | null) => readRow(list, row, locking)

  return {
    items,

    ...(key.length > 1 && { key }),

    find: async (...texts) => find(read(texts)),

    create: (values) => write({ values }, () => delegate.create({ ...args, data: values })),

    async update(item, values) {
      const row = keyRowOf(keys, item)
      if (row === null || isEmpty(values)) return find(row)
      await requireUnique(list, await list.current())
      try {
        return await write({ values, row: item }, () =>
          delegate.update({ ...args, where: uniqueWhere(item), data: values }),
        )
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },

    async destroy(item) {
      if (keyRowOf(keys, item) === null) return
      await requireUnique(list, await list.current())
      try {
        await delegate.delete({ where: uniqueWhere(item) })
      } catch (error) {
        if (isNotFound(error)) return
        const original = originalError(error)
        // A client that removes a row sends no fields, so other rows must refer to it.
        if (violationOf(original) === null) throw outageOr(error)
        throw refuseConflict({ cause: original })
      }
    },

    async meets(item, condition) {
      if (keyRowOf(keys, item) === null) return false
      await requireUnique(list, await list.current())
      const own = key.map((field) => {
        return { field, operator: '=', value: conditionValue(item[field]) } as const
      })
      const count = await items.where?.({ all: [...own, condition] }).count()
      return count === 1
    },

    async transaction(work) {
      const { db } = await list.current()
      return atomically(db, work, { locking })
    },
  }
}

const factory = 'prismaStore()'

/** Items are changed and removed by their keys. */
function requireVisibleKey({ hidden, keys }: PrismaList): void {
  const [field] = hidden
  if (field !== undefined) {
    throw new ConfigurationError(
      `The items of ${factory} need their key: add ${field} to select, or leave it out of omit.`,
    )
  }
  const bytes = keys.find(({ type }) => type === 'Bytes')
  if (bytes === undefined) return
  throw new ConfigurationError(
    `The key of ${factory} names "${bytes.field}", which has the type Bytes and no form in a URL: ` +
      'name another unique field.',
  )
}

/** A decimal is compared by its digits. */
const conditionValue = (value: unknown): ConditionValue =>
  typeof value === 'object' ? String(value) : (value as ConditionValue)
