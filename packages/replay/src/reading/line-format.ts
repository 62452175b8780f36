/** A part of the format of a line: a text that is always there, or a field. */
export type Piece = { readonly literal: string } | { readonly field: string }

/** The fields of a line, or null when it is not in the format. */
export type LineReader = (line: string) => Map<string, string> | null

export interface LineOptions {
  /** Whether a line may go on after the last piece. Default false. */
  readonly mayGoOn?: boolean
}

/**
 * Reads lines of this format. A field ends where the next literal begins, and there is no second
 * attempt, so that a line takes time in proportion to its length, whatever a client sent.
 */
export function lineReader(
  pieces: readonly Piece[],
  { mayGoOn = false }: LineOptions = {},
): LineReader {
  return (line) => {
    const fields = new Map<string, string>()
    let position = 0
    for (const [index, piece] of pieces.entries()) {
      if ('literal' in piece) {
        if (!line.startsWith(piece.literal, position)) return null
        position += piece.literal.length
        continue
      }
      const next = pieces[index + 1]
      const literal = next !== undefined && 'literal' in next ? next.literal : ''
      const end =
        literal === '' ? endOfLast(line, position, mayGoOn) : find(line, literal, position)
      if (end < 0) return null
      fields.set(piece.field, line.slice(position, end))
      position = end
    }
    return mayGoOn || position === line.length ? fields : null
  }
}

/** Without a literal after it, the last field is the rest of the line, or its first word. */
function endOfLast(line: string, position: number, mayGoOn: boolean): number {
  const space = mayGoOn ? line.indexOf(' ', position) : -1
  return space < 0 ? line.length : space
}

/** Gunicorn writes a quote within a field as `\"`, so that one is not the end of it. */
function find(line: string, literal: string, start: number): number {
  for (let at = line.indexOf(literal, start); at >= 0; at = line.indexOf(literal, at + 1)) {
    if (!literal.startsWith('"') || !isEscaped(line, at, start)) return at
  }
  // A field that ends with a backslash looks as if its end were escaped.
  return line.indexOf(literal, start)
}

function isEscaped(line: string, at: number, start: number): boolean {
  let backslashes = 0
  while (at - backslashes > start && line[at - backslashes - 1] === '\\') backslashes++
  return backslashes % 2 === 1
}

/** Literals beside each other are one, and empty ones none. */
export function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if ('field' in piece) joined.push(piece)
    else if (last !== undefined && 'literal' in last) {
      joined[joined.length - 1] = { literal: last.literal + piece.literal }
    } else if (piece.literal !== '') joined.push(piece)
  }
  return joined
}
