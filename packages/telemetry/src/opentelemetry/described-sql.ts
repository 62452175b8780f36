import { Lru } from 'turnpike/kit'

/** A statement as a span shows it. */
export interface DescribedSql {
  /** Without values and comments. */
  readonly text: string
  /** `SELECT` */
  readonly operation: string
  /** The first table. Null if it names none. */
  readonly table: string | null
}

/** Longer statements are truncated: filters make statements of any length. */
const maxLength = 4000

/** Maximum number of descriptions that are kept, of statements that are not truncated. */
const maxKnown = 500

/**
 * The words, literals and comments of SQL, in this order: dollar quotes and escape strings of
 * PostgreSQL, texts, quoted names, comments, placeholders, words, numbers. What is not closed goes
 * to the end.
 */
const tokens =
  /\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|\be'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$\d+|[a-z_][\w$]*|(?:\d|\.\d)[\w.]*/gi

const described = new Lru<string, DescribedSql>({ max: maxKnown })

export function describeSql(sql: string): DescribedSql {
  const known = described.get(sql)
  if (known !== undefined) return known

  const text = withoutValues(sql.slice(0, maxLength))
  const [operation = 'UNKNOWN'] = /[a-z]+/i.exec(text) ?? []
  const [, table] = tableName.exec(text) ?? []
  const result = {
    text,
    operation: operation.toUpperCase(),
    table: table?.replaceAll('"', '') ?? null,
  }
  if (sql.length <= maxLength) described.set(sql, result)
  return result
}

const tableName =
  /\b(?:from|into|update|join)\s+((?:"[^"]+"|[a-z_]\w*)(?:\.(?:"[^"]+"|[a-z_]\w*))?)/i

const withoutValues = (sql: string): string =>
  sql
    .replace(tokens, (token) => {
      if (/^(?:--|\/\*)/.test(token)) return ' '
      const isKept = /^(?:\$\d+$|"|[a-z_][^']*$)/i.test(token)
      return isKept ? token : '?'
    })
    .replace(/\s+/g, ' ')
    .trim()
