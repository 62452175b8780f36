/**
 * An item store of your own: plain SQL by `node:sqlite`, without a query builder. Its lists have
 * orders, conditions and cursors, so that views filter, search and paginate them.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Condition, ItemSet, ItemStore, Ordering } from 'turnpike'
import { type KeysetWindow, orderingTerm, type Position } from 'turnpike/kit'

export interface Book {
  id: number
  title: string
  rating: number | null
}

export const tables = `
  create table book (id integer primary key autoincrement, title text not null, rating integer)
`

/** SQL with the values of its question marks. */
interface Sql {
  text: string
  values: SQLInputValue[]
}

const columns = ['id', 'title', 'rating']
const every: Sql = { text: '1', values: [] }

export function bookItems(
  database: DatabaseSync,
  only: Sql = every,
  ordering: Ordering = [],
): ItemSet<Book> {
  /** A result for each row, in an order that no two books share. */
  function read({ text, values }: Sql, by: Ordering, limit: number, offset = 0): Book[] {
    const sql = `select * from book where (${only.text}) and (${text}) ${orderBy(complete(by))}
      limit ? offset ?`
    const rows = database.prepare(sql).all(...only.values, ...values, whole(limit), whole(offset))
    return rows.map((row) => ({ ...row }) as unknown as Book)
  }

  return {
    count: async () => {
      const sql = `select count(*) as count from book where ${only.text}`
      return Number(database.prepare(sql).get(...only.values)?.count)
    },
    slice: async (offset, limit) => read(every, ordering, limit ?? whole(Infinity), offset),
    orderBy: (terms) => bookItems(database, only, terms.length > 0 ? terms : ordering),
    where: (condition) => bookItems(database, allOf([only, conditionSql(condition)]), ordering),
    keyset: {
      complete,
      read: async ({ ordering, from, includesFrom, backward, limit }: KeysetWindow) => {
        const onward = backward ? ordering.map(reversed) : ordering
        const start = from === null ? every : beyond(from, onward, includesFrom)
        return read(start, onward, limit).map((item) => ({ item, position: place(item, ordering) }))
      },
    },
  }
}

export function bookStore(database: DatabaseSync): ItemStore<Book, Partial<Book>> {
  const items = bookItems(database)
  const find = async (key: string) => {
    if (!/^[1-9]\d{0,15}$/.test(key)) return null
    const [book] = (await items.where?.(hasKey(Number(key))).slice(0, 1)) ?? []
    return book ?? null
  }

  return {
    items,
    find,
    async create({ id = null as never, title = '', rating = null }) {
      const sql = 'insert into book (id, title, rating) values (?, ?, ?) returning *'
      return { ...(database.prepare(sql).get(id, title, rating) as unknown as Book) }
    },
    async update(book, values) {
      const { title, rating } = { ...(await find(String(book.id))), ...values }
      const sql = 'update book set title = ?, rating = ? where id = ? returning *'
      const row = database.prepare(sql).get(title ?? '', rating ?? null, book.id)
      return row === undefined ? null : { ...(row as unknown as Book) }
    },
    async destroy({ id }) {
      database.prepare('delete from book where id = ?').run(id)
    },
    meets: async ({ id }, condition) =>
      ((await items.where?.({ all: [hasKey(id), condition] }).count()) ?? 0) > 0,
  }
}

const hasKey = (id: number): Condition => ({ field: 'id', operator: '=', value: id })

/** SQLite takes integers of 64 bits. */
const whole = (value: number): number => Math.min(value, Number.MAX_SAFE_INTEGER)

// Orders

/** With the key at the end, in the direction of the last field. */
const complete = (ordering: Ordering): Ordering => {
  const key = ordering.findIndex((name) => orderingTerm(name).field === 'id')
  if (key >= 0) return ordering.slice(0, key + 1)
  return [...ordering, ordering.at(-1)?.startsWith('-') ? '-id' : 'id']
}

const reversed = (name: string): string => (name.startsWith('-') ? name.slice(1) : `-${name}`)

const orderBy = (ordering: Ordering): string => {
  const terms = ordering.map(orderingTerm)
  return `order by ${terms.map((term) => column(term.field) + (term.descending ? ' desc' : ''))}`
}

/** Names come from clients: only columns become SQL. */
function column(name: string): string {
  if (columns.includes(name)) return name
  throw new Error(`The table book has no column ${name}.`)
}

// Positions

const place = (book: Book, ordering: Ordering): Position =>
  ordering.map((name) => {
    const value = Reflect.get(book, orderingTerm(name).field)
    return value === null ? null : JSON.stringify(value)
  })

/** Behind the position in the order: equal in the first fields, and behind it in the next. */
function beyond(position: Position, ordering: Ordering, includesFrom: boolean): Sql {
  const values = position.map((text) => (text === null ? null : JSON.parse(text)))
  const terms = ordering.map(orderingTerm)
  const equal = terms.map(({ field }, index) => sql(`${column(field)} is ?`, values[index]))
  const behind = terms.map(({ field, descending }, index) => {
    const name = column(field)
    const value = values[index]
    // Null is the smallest.
    if (value === null) return sql(descending ? '0' : `${name} is not null`)
    return descending ? sql(`(${name} < ? or ${name} is null)`, value) : sql(`${name} > ?`, value)
  })
  const ways = behind.map((one, index) => allOf([...equal.slice(0, index), one]))
  return anyOf(includesFrom ? [...ways, allOf(equal)] : ways)
}

// Conditions

function conditionSql(condition: Condition): Sql {
  if ('all' in condition) return allOf(condition.all.map(conditionSql))
  if ('any' in condition) return anyOf(condition.any.map(conditionSql))
  if ('not' in condition) {
    const { text, values } = conditionSql(condition.not)
    return sql(`coalesce(not (${text}), 1)`, ...values)
  }
  const name = column(condition.field)
  switch (condition.operator) {
    case 'null':
      return sql(`${name} is null`)
    case 'in':
      return anyOf(condition.value.map((value) => sql(`${name} = ?`, parameter(value))))
    case 'contains':
      return sql(`${name} like ? escape '\\'`, `%${escaped(condition.value)}%`)
    case 'startsWith':
      return sql(`${name} like ? escape '\\'`, `${escaped(condition.value)}%`)
    case 'equalsText':
      return sql(`${name} = ? collate nocase`, condition.value)
    case 'fullText':
      throw new Error('The books have no full text search.')
    default:
      return sql(`${name} ${condition.operator} ?`, parameter(condition.value))
  }
}

const sql = (text: string, ...values: SQLInputValue[]): Sql => ({ text, values })
const allOf = (parts: readonly Sql[]): Sql => joined(parts, ' and ', '1')
const anyOf = (parts: readonly Sql[]): Sql => joined(parts, ' or ', '0')

const joined = (parts: readonly Sql[], word: string, none: string): Sql => ({
  text: parts.length === 0 ? none : parts.map(({ text }) => `(${text})`).join(word),
  values: parts.flatMap(({ values }) => values),
})

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const parameter = (value: string | number | bigint | boolean | Date): SQLInputValue => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'boolean' ? Number(value) : value
}
