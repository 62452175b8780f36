import { type Expression, type SqlBool, sql } from 'kysely'
import { type AnyDatabase, isSqlite } from '../database.ts'

/**
 * Whether one of the columns contains the text, ignoring case in every alphabet. No character of
 * the text has a special meaning.
 *
 * `LIKE` is not enough: SQLite's folds only ASCII letters, and what PostgreSQL's `ILIKE` folds
 * depends on the cluster's locale. So the pattern contains both cases of each letter.
 */
export function containsText(
  db: AnyDatabase,
  columns: readonly string[],
  text: string,
): Expression<SqlBool> {
  // No database stores these, and PostgreSQL fails when asked for them.
  const isKept = text.isWellFormed() && !text.includes('\0') && text.length <= longest
  if (!isKept) return sql<SqlBool>`1 = 0`

  const matches = columns.map((column) =>
    isSqlite(db)
      ? sql`${sql.ref(column)} glob ${`*${pattern(text, globCharacter)}*`}`
      : sql`${sql.ref(column)} ~ ${pattern(text, regexCharacter)}`,
  )
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}

/** Longer than any username or email address. SQLite limits the length of patterns. */
const longest = 1000

const pattern = (text: string, characterOf: (character: string) => string) =>
  Array.from(text, (character) => {
    const cases = casesOf(character)
    return cases.length > 1 ? `[${cases.join('')}]` : characterOf(character)
  }).join('')

/** The character in lower and upper case, if each is a single character. */
function casesOf(character: string): string[] {
  const cases = [character, character.toLowerCase(), character.toUpperCase()]
  return [...new Set(cases)].filter((one) => [...one].length === 1)
}

const globCharacter = (character: string) =>
  /[*?[]/.test(character) ? `[${character}]` : character

const regexCharacter = (character: string) =>
  /[\\^$.|?*+(){}[\]]/.test(character) ? `\\${character}` : character
