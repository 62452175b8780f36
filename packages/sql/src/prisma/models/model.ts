import { ConfigurationError } from 'turnpike'
import { hasProperties } from '../../kysely/has-properties.ts'
import type { PrismaModel } from './delegate.ts'

/** A model of a client, such as `Ticket`. */
export interface Model {
  readonly name: string
  /** The same model without extensions. */
  readonly plain: PrismaModel
  /** Whether the model belongs to that client itself, which has no extensions. */
  readonly isOwn: boolean
  /**
   * The field that is a column of the table.
   *
   * @param use what it is for, in messages.
   * @throws ConfigurationError when the model has no such column.
   */
  column(field: string, use: string): ModelColumn
  readonly columns: readonly ModelColumn[]
  /** Whether the client omits the field from all results that do not ask for it. */
  omits(field: string): boolean
}

/** A field of a model that is a column of its table. */
export interface ModelColumn {
  readonly field: string
  /** Its name in the database. */
  readonly column: string
  /** `Int`, `String`, …, or the name of an enum. */
  readonly type: string
  readonly isEnum: boolean
}

/**
 * The model of `prisma.ticket`, with the names of its columns.
 *
 * @throws ConfigurationError when it is something else, or the client does not have the names.
 */
export function modelOf(delegate: object, factory: string): Model {
  const name: unknown = Reflect.get(delegate, '$name')
  const client: unknown = Reflect.get(delegate, '$parent')
  if (typeof name !== 'string' || !hasProperties(client)) {
    throw new ConfigurationError(
      `${factory} needs a model of a Prisma client: pass prisma.ticket for the model Ticket.`,
    )
  }
  const fields = fieldsIn(client, name)
  const columns = fields.flatMap(columnsOf)
  const byField = new Map(columns.map((column) => [column.field, column]))

  return {
    name,
    plain: withoutExtensions(delegate as PrismaModel, name),
    isOwn: hasNoExtensions(client) && Reflect.get(client, propertyOf(name)) === delegate,
    columns,
    omits: (field) => valueAt(client, ['_globalOmit', propertyOf(name), field]) === true,

    column(field, use) {
      const column = byField.get(field)
      if (column !== undefined) return column
      const isRelation = fields.some((other) => other.name === field)
      throw new ConfigurationError(
        `${use} names the field "${field}", ` +
          (isRelation
            ? `which is a relation of the model ${name}: name one of its columns. `
            : `which the model ${name} does not have. `) +
          `Columns: ${[...byField.keys()].join(', ')}.`,
      )
    },
  }
}

/** A field as the client describes it. */
interface RuntimeField {
  readonly name: string
  readonly kind: string
  readonly type: string
  readonly dbName?: string | null
}

/** Prisma does not publish what a client knows of its models. Only this function reads it. */
function fieldsIn(client: object, name: string): readonly RuntimeField[] {
  const fields = valueAt(client, ['_runtimeDataModel', 'models', name, 'fields'])
  if (Array.isArray(fields) && fields.every(isField)) return fields
  throw new ConfigurationError(
    `This Prisma client does not say which columns the model ${name} has. Generate it with the ` +
      'generator prisma-client of Prisma 7, and use a release that turnpike supports: >=7.0.0 <8.0.0.',
  )
}

const isField = (field: unknown): field is RuntimeField =>
  hasProperties(field) &&
  ['name', 'kind', 'type'].every((key) => typeof Reflect.get(field, key) === 'string')

const columnsOf = ({ name, kind, type, dbName }: RuntimeField): ModelColumn[] =>
  kind === 'scalar' || kind === 'enum'
    ? [{ field: name, column: dbName ?? name, type, isEnum: kind === 'enum' }]
    : []

/** An extension may change each query, by what it knows of the request. */
function hasNoExtensions(client: object): boolean {
  const extensions = valueAt(client, ['_extensions'])
  const isEmpty = valueAt(extensions, ['isEmpty'])
  return typeof isEmpty === 'function' && isEmpty.call(extensions) === true
}

/**
 * Each client with extensions knows the one that it was made of, and the first one itself: those of
 * a transaction as another object each time.
 */
function withoutExtensions(delegate: PrismaModel, name: string): PrismaModel {
  let plain = delegate
  for (let layer = 0; layer < maxExtensions; layer++) {
    const parent = valueAt(plain, ['$parent', propertyOf(name)])
    if (!hasProperties(parent) || parent === plain) break
    plain = parent as PrismaModel
  }
  return plain
}

/** Applied to one client after the other. */
const maxExtensions = 20

/** `Ticket` → `ticket`, as Prisma names the properties of its client. */
const propertyOf = (model: string): string => model.slice(0, 1).toLowerCase() + model.slice(1)

const valueAt = (object: unknown, path: readonly string[]): unknown =>
  path.reduce((at, key) => (hasProperties(at) ? Reflect.get(at, key) : undefined), object)
