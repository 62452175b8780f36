/** A part of a statement that Prisma wrote. */
export interface Token {
  readonly kind: 'name' | 'text' | 'word' | 'placeholder' | 'other'
  readonly text: string
  /** Where it begins in the statement. */
  readonly start: number
  /** How many parentheses are open around it; those themselves are outside. */
  readonly depth: number
}

const patterns: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  // Comments are those of Prisma's plugins.
  ['space', /\s+|\/\*.*?\*\//sy],
  ['name', /"(?:[^"]|"")*"|`(?:[^`]|``)*`/y],
  ['text', /'(?:[^']|'')*'/y],
  ['placeholder', /\$\d+|\?/y],
  ['word', /[A-Za-z_][A-Za-z_0-9]*/y],
  ['other', /\d+(?:\.\d+)?|[<>=!]+|\D/y],
]

/** The tokens of a statement, without white space and comments. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (let start = 0; start < sql.length; ) {
    const { kind, text } = tokenAt(sql, start)
    if (text === ')') depth--
    if (kind !== 'space') tokens.push({ kind, text, start, depth })
    if (text === '(') depth++
    start += text.length
  }
  return tokens
}

function tokenAt(sql: string, start: number): { kind: Token['kind'] | 'space'; text: string } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = start
    const text = pattern.exec(sql)?.[0]
    if (text !== undefined) return { kind, text }
  }
  return { kind: 'other', text: sql[start] as string }
}

/** `"a""b"` → `a"b`. */
export function nameIn({ text }: Token): string {
  const quote = text[0] as string
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}

/** Whether the token is this word of SQL. */
export const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && token.text.toUpperCase() === word
