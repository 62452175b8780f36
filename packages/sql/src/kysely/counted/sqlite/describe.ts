import type { AnyDatabase } from '../../database.ts'
import { quotedName, type TableName } from '../../tables/name.ts'
import {
  type CountedColumn,
  type CountedDefinition,
  completed,
  type WantedCounts,
} from '../definition.ts'
import {
  cannotCount,
  collationOf,
  hasOrder,
  rowsOf,
  type SqliteColumn,
  shapeOf,
  type TableShape,
} from './shape.ts'

/** @throws ConfigurationError when the table cannot be counted so. */
export async function describeOnSqlite(
  db: AnyDatabase,
  { schema, name }: TableName,
  wanted: WantedCounts,
): Promise<CountedDefinition> {
  if (schema !== undefined && schema.toLowerCase() !== 'main') {
    throw cannotCount(`${schema}.${name}`, 'only tables of the main database are counted.')
  }
  const shape = await shapeOf(db, name)
  if (shape === null) throw cannotCount(name, await whatItIs(db, name))
  requireKnownRows(shape)

  const columnNamed = async (column: string): Promise<CountedColumn> => {
    const found = shape.columns.find((one) => one.name.toLowerCase() === column.toLowerCase())
    if (found === undefined) throw cannotCount(name, unknownColumn(shape, column))
    return {
      name: found.name,
      isNullable: found.isNullable,
      type: found.affinity,
      collation: await collationOf(db, shape.table, found.name),
    }
  }
  const columnsNamed = async (columns: readonly string[]) => {
    const found: CountedColumn[] = []
    // One after the other: a transaction has one connection.
    for (const column of columns) found.push(await columnNamed(column))
    return found
  }

  const key = await columnsNamed(wanted.key ?? primaryKey(shape))
  requireKey(shape, key)
  const orders: CountedColumn[][] = []
  for (const order of wanted.orders) orders.push(completed(await columnsNamed(order), key))
  const definition: CountedDefinition = {
    table: shape.table,
    key,
    orders,
    groups: await columnsNamed(wanted.groups),
    sizes: wanted.sizes,
  }
  for (const order of orders) await requireIndex(db, definition, order)
  return definition
}

async function whatItIs(db: AnyDatabase, name: string): Promise<string> {
  const [found] = await rowsOf<{ type: string }>(
    db,
    `select type from pragma_table_list where schema = 'main' and name = '${name.replaceAll("'", "''")}' collate nocase`,
  )
  if (found === undefined) return 'there is no such table. Create it before countedTable().'
  if (found.type === 'table') return 'it is a table of SQLite or Turnpike itself.'
  return `it is a ${found.type === 'view' ? 'view' : 'virtual table'}, which has no triggers on its rows. Count the table behind it.`
}

/** Rows that go or are sorted in a way that a trigger cannot see would not be counted. */
function requireKnownRows({ table, expressionIndex, ownCollation }: TableShape): void {
  if (expressionIndex !== null) {
    throw cannotCount(
      table,
      `the unique index ${expressionIndex} is over an expression, and an insert or replace could delete rows ` +
        'unseen. Index a generated column with this expression instead.',
    )
  }
  if (ownCollation !== null) {
    throw cannotCount(
      table,
      `it uses the collation ${ownCollation}, which other programs lack. Use binary, nocase or rtrim.`,
    )
  }
}

function primaryKey({ table, columns }: TableShape): readonly string[] {
  const key = columns
    .filter(({ placeInKey }) => placeInKey > 0)
    .toSorted((one, other) => one.placeInKey - other.placeInKey)
  if (key.length > 0) return key.map(({ name }) => name)
  throw cannotCount(table, 'it has no primary key. Add one, or name unique columns in key.')
}

function requireKey({ table, columns, uniqueKeys }: TableShape, key: readonly CountedColumn[]) {
  const nullable = key.find(({ isNullable }) => isNullable)
  if (nullable !== undefined) {
    throw cannotCount(
      table,
      `${nullable.name} of its key may be null. Declare the column not null: SQLite allows null even in a primary key.`,
    )
  }
  const isUnique = uniqueKeys.some((unique) =>
    unique.every(({ name, collation }) =>
      key.some(
        (column) =>
          quotedName(column.name) === name && column.collation === collation.toLowerCase(),
      ),
    ),
  )
  if (isUnique) return
  throw cannotCount(
    table,
    `several rows may have the same ${key.map(({ name }) => name).join(', ')}. Name the columns of a primary key ` +
      `or unique index in key; it has ${columns.map(({ name }: SqliteColumn) => name).join(', ')}.`,
  )
}

async function requireIndex(
  db: AnyDatabase,
  { table }: CountedDefinition,
  order: readonly CountedColumn[],
): Promise<void> {
  const names = order.map(({ name }) => name)
  if (await hasOrder(db, table, names)) return
  throw cannotCount(
    table,
    `no index has the order ${names.join(', ')}. Create it before countedTable(): ` +
      `create index ${quotedName([table, ...names].join('_'))} on ${quotedName(table)} (${names.map(quotedName).join(', ')})`,
  )
}

const unknownColumn = ({ columns }: TableShape, name: string): string =>
  `it has no column ${name}. Its columns: ${columns.map((column) => column.name).join(', ')}.`
