import { ConfigurationError } from 'turnpike'
import { nameIn, type Token, tokensOf } from './tokens.ts'

/** A statement that Prisma compiled, with the values of its placeholders in their order. */
export interface CompiledStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A part of a statement. */
export interface Fragment {
  readonly tokens: readonly Token[]
  /** The value of a placeholder of the statement. */
  parameterOf(placeholder: Token): unknown
}

/** `select … from <table> <joins> where <condition>`. */
export interface SelectStatement {
  /** Its schema and its name. */
  readonly table: { readonly schema: string | null; readonly name: string }
  /** Whether other tables are joined to it. */
  readonly hasJoins: boolean
  /** The table and what is joined to it. */
  readonly from: Fragment
  /** Null means all rows. */
  readonly condition: Fragment | null
}

/**
 * The parts of the one statement that Prisma sends for a `where`.
 *
 * @throws ConfigurationError when it limits the rows, or is of a form that is not known.
 */
export function readStatement(statement: CompiledStatement, model: string): SelectStatement {
  const tokens = tokensOf(statement.sql)
  const at = clausesOf(tokens)
  const { FROM: from, WHERE: where = -1 } = at
  const isKnown = from !== undefined && Object.keys(at).every((word) => knownClauses.has(word))
  if (!isKnown) throw unknownForm(statement, model)

  const fragment = fragmentsOf(statement, tokens)
  const ends = ['ORDER', 'LIMIT', 'OFFSET'].flatMap((word) => at[word] ?? [])
  const end = Math.min(...ends, tokens.length)
  for (const word of ['LIMIT', 'OFFSET']) {
    const index = at[word]
    const value = index === undefined ? undefined : tokens[index + 1]
    if (index !== undefined && !isNoLimit(word, value && fragment(index + 1, index + 2), value)) {
      throw limited(model)
    }
  }
  const source = fragment(from + 1, where === -1 ? end : where)
  const table = tableOf(source.tokens)
  if (table === null) throw unknownForm(statement, model)
  const condition = where === -1 ? null : fragment(where + 1, end)
  return {
    table: { schema: table.schema, name: table.name },
    hasJoins: source.tokens.length > table.length,
    from: source,
    condition: condition !== null && isAlways(condition.tokens) ? null : condition,
  }
}

const knownClauses = new Set(['SELECT', 'FROM', 'WHERE', 'ORDER', 'LIMIT', 'OFFSET'])

const clauses = new Set([
  ...knownClauses,
  ...[
    'WITH',
    'DISTINCT',
    'GROUP',
    'HAVING',
    'WINDOW',
    'UNION',
    'INTERSECT',
    'EXCEPT',
    'FETCH',
    'FOR',
  ],
])

/** Where the clauses of the statement itself begin, by their words. */
function clausesOf(tokens: readonly Token[]): Partial<Record<string, number>> {
  const at: Record<string, number> = {}
  for (const [index, { kind, text, depth }] of tokens.entries()) {
    const word = text.toUpperCase()
    if (kind === 'word' && depth === 0 && clauses.has(word)) at[word] ??= index
  }
  return at
}

function fragmentsOf({ parameters }: CompiledStatement, tokens: readonly Token[]) {
  const places = new Map<Token, number>()
  for (const token of tokens) {
    if (token.kind !== 'placeholder') continue
    places.set(token, token.text === '?' ? places.size : Number(token.text.slice(1)) - 1)
  }
  const parameterOf = (token: Token) => parameters[places.get(token) as number]
  return (start: number, end: number): Fragment => ({
    tokens: tokens.slice(start, end),
    parameterOf,
  })
}

/** Prisma writes `LIMIT -1` on SQLite, and `OFFSET 0`. */
function isNoLimit(word: string, part: Fragment | undefined, token: Token | undefined): boolean {
  if (part === undefined || token?.kind !== 'placeholder') return false
  return String(part.parameterOf(token)) === (word === 'LIMIT' ? '-1' : '0')
}

/** `"public"."ticket"`, and how many tokens that is. */
function tableOf(tokens: readonly Token[]) {
  const [first, dot, second] = tokens
  if (first?.kind !== 'name') return null
  if (dot?.text !== '.') return { schema: null, name: nameIn(first), length: 1 }
  return second?.kind === 'name' ? { schema: nameIn(first), name: nameIn(second), length: 3 } : null
}

const limited = (model: string) =>
  new ConfigurationError(
    `An extension of the Prisma client gives findMany of ${model} a take or a skip, so that a list ` +
      'of it has no pages: do not limit rows in extensions, only add to the where.',
  )

const unknownForm = ({ sql }: CompiledStatement, model: string) =>
  new ConfigurationError(
    `Prisma reads ${model} by a statement from which turnpike cannot make a list: ${sql}. Leave ` +
      'distinct and cursor out of the extensions of the client.',
  )

/** How Prisma writes that all rows are meant. */
export const isAlways = (tokens: readonly Token[]): boolean =>
  tokens.map(({ text }) => text).join('') === '1=1'
