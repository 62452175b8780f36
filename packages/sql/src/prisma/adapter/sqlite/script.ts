/** The statements of a script. Semicolons in texts, comments and triggers end none. */
export function statementsIn(script: string): string[] {
  const statements: string[] = []
  let statement = ''
  let isEmpty = true
  for (const [part] of script.matchAll(parts)) {
    statement += part
    isEmpty &&= part === ';' || isSpace.test(part)
    if (part !== ';' || isOpenTrigger(statement)) continue
    if (!isEmpty) statements.push(statement)
    statement = ''
    isEmpty = true
  }
  return isEmpty ? statements : [...statements, statement]
}

/** A text, a quoted name, a comment, a semicolon, or what is between them. */
const parts =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[^'"`[;/-]+|[\s\S]/g

const isSpace = /^(?:\s+$|--|\/\*)/

const isTrigger = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*create\s+(?:temp(?:orary)?\s+)?trigger\b/i

const isOpenTrigger = (statement: string): boolean =>
  isTrigger.test(statement) && !/\bend\s*;$/i.test(statement)
