/** The statements of a script. Semicolons in texts, comments and triggers end none. */
export function statementsIn(script: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [part] of script.matchAll(parts)) {
    statement += part
    if (part !== ';' || isOpenTrigger(statement)) continue
    statements.push(statement)
    statement = ''
  }
  return [...statements, statement].filter((text) => !isEmpty.test(text))
}

/** A text, a quoted name, a comment, a semicolon, or what is between them. */
const parts =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[^'"`[;/-]+|[\s\S]/g

/** Of comments and a semicolon only. */
const isEmpty = /^(?:\s|;|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*$/

const isTrigger = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*create\s+(?:temp(?:orary)?\s+)?trigger\b/i

const isOpenTrigger = (statement: string): boolean =>
  isTrigger.test(statement) && !/\bend\s*;$/i.test(statement)
