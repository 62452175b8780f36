import { keyFields } from 'turnpike/kit'
import { defaultTextSearch } from '../../kysely/conditions/full-text.ts'
import type { PrismaModel } from '../models/delegate.ts'
import { type Model, modelOf } from '../models/model.ts'
import { columnOrdering } from './columns.ts'
import { itemReader, type ReadItems, type Selection, selectionWithKeys } from './item-reader.ts'
import { type KeyedList, keyedList } from './keyed-list.ts'
import { type KeyColumn, keyColumns } from './keys.ts'
import { orderingOf } from './order-by.ts'

/** The parts of a list of a model. */
export interface PrismaList {
  readonly model: Model
  readonly keys: readonly KeyColumn[]
  readonly where: object | undefined
  /** The arguments by which Prisma reads an item: the fields asked for, and the key. */
  readonly args: object
  /** The fields of the key that items do not show. */
  readonly hidden: readonly string[]
  /** The list as Prisma compiles it now. */
  readonly current: () => Promise<KeyedList>
  readonly readItems: ReadItems
}

/** The options of a list, in any types. */
export interface PrismaListOptions extends Selection {
  readonly where?: object | undefined
  readonly orderBy?: unknown
  readonly key?: string | readonly string[] | undefined
  readonly textSearch?: string | undefined
}

/**
 * @param factory whose options they are.
 * @throws ConfigurationError for a model or options that a list cannot be made of.
 */
export function prismaList(
  delegate: PrismaModel,
  options: PrismaListOptions,
  factory: string,
): PrismaList {
  const { where, orderBy, key = 'id', textSearch = defaultTextSearch } = options
  const model = modelOf(delegate, factory)
  const keys = keyColumns(model, keyFields(key), factory)
  const ordering = columnOrdering(model, orderingOf(orderBy, factory))
  const selection = selectionWithKeys(model, keys, options)
  return {
    model,
    keys,
    where,
    ...selection,
    current: keyedList({ delegate, model, where, keys, ordering, textSearch }),
    readItems: itemReader(delegate, model, keys, where, selection),
  }
}
