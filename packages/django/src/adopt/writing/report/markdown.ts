/** A name as code. Whatever it is, it stays one line of text. */
export function inlineCode(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?')
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$|^\s|\s$/.test(line) ? ' ' : ''
  return line === '' ? '(empty)' : `${fence}${pad}${line}${pad}${fence}`
}

/** Names as code, with commas. */
export const inlineCodes = (texts: readonly string[]): string => texts.map(inlineCode).join(', ')

/** A row of a table. */
export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** An item to be worked through. */
export const task = (text: string): string => `- [ ] ${text}`

/** A heading with its lines; nothing if there are none. */
export const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}\n`
