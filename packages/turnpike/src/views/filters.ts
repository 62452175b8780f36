import { ConfigurationError } from '../errors/configuration-error.ts'
import { type CustomFilter, customFilterOptions } from '../filtering/custom.ts'
import type { FieldFilter, FieldReaders, Filter } from '../filtering/filter.ts'
import type { Schema } from '../http/schema.ts'
import { messages } from '../validation/messages.ts'
import { readerOf, schemaOfField } from '../validation/readers/readers.ts'
import { choiceReader, dayReader, valueReaders, yearReader } from '../validation/readers/values.ts'
import { ownFilter } from './own-filter.ts'

// biome-ignore lint/suspicious/noExplicitAny: `FitForFilters` checks what it takes.
type AnyFilter = FieldFilter<unknown, unknown, string> | CustomFilter<any, any> | Filter

/** Filters by field; one without a field, by any other name. */
export type Filters = Readonly<Record<string, AnyFilter | readonly AnyFilter[]>>

export type BoundFilters = Readonly<Record<string, readonly Filter[]>>

/**
 * The filters, ready to read queries; null when there are none.
 *
 * @param schemas what says of which kind a field is, the first one that knows it.
 * @throws ConfigurationError when a filter cannot work with its field.
 */
export function boundFilters(
  filters: Filters | null | undefined,
  viewName: string,
  schemas: readonly (Schema | undefined)[],
): BoundFilters | null {
  const entries = Object.entries(filters ?? {}).map(([name, given]) => {
    const place = `The filter ${name} of the view ${viewName}`
    return [name, [given].flat().map((filter) => bound(filter, name, place, schemas))] as const
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** Whether the same query always lists the same items, until they change. */
export const arePure = (filters: BoundFilters | null): boolean =>
  Object.values(filters ?? {})
    .flat()
    .every(({ isPure }) => isPure)

function bound(
  filter: AnyFilter,
  name: string,
  place: string,
  schemas: readonly (Schema | undefined)[],
): Filter {
  if (typeof filter === 'object' && filter !== null) {
    if ('of' in filter)
      return filter.of(name, { ...readers, place, field: readerIn(schemas, name) })
    if ('parameters' in filter) {
      if (isBound(filter)) return filter
      customFilterOptions.require(filter, place)
      return ownFilter(filter, place)
    }
  }
  const advice = typeof filter === 'function' ? ` Call it, as in ${Object(filter).name}().` : ''
  throw new ConfigurationError(`${place} must be a filter, such as exactFilter().${advice}`)
}

const isBound = (filter: Filter | CustomFilter): filter is Filter =>
  Array.isArray(filter.parameters) &&
  filter.parameters.length > 0 &&
  filter.parameters.every(({ name, schema }) => typeof name === 'string' && schema !== undefined)

const readerIn = (schemas: readonly (Schema | undefined)[], field: string) => {
  for (const schema of schemas) {
    const ofField = schema && schemaOfField(schema, field)
    const reader = ofField ? readerOf(ofField) : null
    if (reader !== null) return reader
  }
  return null
}

const readers: Omit<FieldReaders, 'place' | 'field'> = {
  of: readerOf,
  boolean: valueReaders.boolean,
  text: valueReaders.text,
  moment: valueReaders['date-time'],
  day: dayReader,
  year: yearReader,
  choice: choiceReader,
  tooMany: messages.maxElements,
}
