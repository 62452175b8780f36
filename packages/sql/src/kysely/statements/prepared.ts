import { createHash } from 'node:crypto'
import { Lru } from 'turnpike/kit'

/** How a statement is sent prepared. */
export interface PreparedOptions {
  /**
   * Whether also in transactions. There a statement that no longer fits its tables cannot be
   * prepared again, so only for tables whose columns hardly change. Default false.
   */
  readonly inTransactions?: boolean
  /** Whether the rows come with the server's texts: `textsOfRows`. Default false. */
  readonly keepsTexts?: boolean
  /** A column that is read as text and left out of the rows. Default null: there is none. */
  readonly textOnlyColumn?: string | null
}

/** A statement that connections may keep prepared. */
export interface KnownStatement {
  /** The same text has the same name in all processes: a pooler may share their connections. */
  readonly name: string
  readonly inTransactions: boolean
  readonly keepsTexts: boolean
  readonly textOnlyColumn: string | null
}

/** Maximum number of known texts. Lists write one for each combination of filters. */
const maxTexts = 1000

/**
 * Maximum number of characters of a text. Longer ones, such as filters by thousands of values, are
 * hardly sent twice and would take memory on each connection and in the server.
 */
const maxLength = 16 * 1024

const known = new Lru<string, KnownStatement>({ max: maxTexts })

/** Marks a statement as frequent, unless its text is too long. */
export function keepPrepared(
  sql: string,
  { inTransactions = false, keepsTexts = false, textOnlyColumn = null }: PreparedOptions = {},
): void {
  if (sql.length > maxLength) return
  const before = known.get(sql)
  if (before && before.inTransactions >= inTransactions && before.keepsTexts >= keepsTexts) return
  known.set(sql, {
    name: before?.name ?? nameOf(sql),
    inTransactions: inTransactions || before?.inTransactions === true,
    keepsTexts: keepsTexts || before?.keepsTexts === true,
    textOnlyColumn: textOnlyColumn ?? before?.textOnlyColumn ?? null,
  })
}

/** Undefined if it is not worth being prepared. */
export const knownStatement = (sql: string): KnownStatement | undefined => known.get(sql)

const nameOf = (sql: string): string =>
  `turnpike_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`
