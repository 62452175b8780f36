import { importOf } from './layout.ts'

/** Adds to a text that has the shape of a file by create-turnpike; gives null for others. */
export type Edit = (text: string) => string | null

/** Adds an entry to an object or interface that begins as `export interface Tables` does. */
export const withEntry =
  (beginning: string, entry: string, between = ''): Edit =>
  (text) => {
    const found = blockOf(text, beginning)
    if (found === null) return null
    const { before, entries, after } = found
    return `${before}${entries}${entries === '' ? '' : between}${entry}${after}`
  }

/** Adds a migration after the others, with the number that follows theirs: `0002`. */
export const withMigration =
  (migrationText: (number: string) => string): Edit =>
  (text) => {
    const beginning = 'export const migrations: Migrations ='
    const numbers = [...text.matchAll(/^ {2}'?(\d+)_/gm)].map(([, number]) => Number(number))
    const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0')
    const entries = blockOf(text, beginning)?.entries
    // After an entry without a comma another one would be an error.
    const isOpen = entries === '' || entries?.endsWith(',\n')
    return isOpen ? withEntry(beginning, migrationText(number), '\n')(text) : null
  }

/** The entries of a block: `{` ends its first line, `}` begins its last one, or it is `{}`. */
function blockOf(text: string, beginning: string) {
  const start = text.indexOf(`\n${beginning} {`)
  if (start < 0) return null
  const inside = start + `\n${beginning} {`.length
  if (text.startsWith('}\n', inside)) {
    return { before: `${text.slice(0, inside)}\n`, entries: '', after: text.slice(inside) }
  }
  const end = text.indexOf('\n}\n', inside)
  if (text[inside] !== '\n' || end < 0) return null
  const from = inside + 1
  return {
    before: text.slice(0, from),
    entries: text.slice(from, end + 1),
    after: text.slice(end + 1),
  }
}

/** Adds declarations at the end of a file that has all of this text in it. */
export const withEnd =
  (known: readonly string[], addition: string): Edit =>
  (text) =>
    known.every((part) => text.includes(part)) && text.endsWith('\n')
      ? `${text}\n${addition}`
      : null

/** Adds names to the import from a module. */
export const withImported =
  (names: readonly string[], from: string): Edit =>
  (text) => {
    const found = new RegExp(`^import \\{([^}]*)\\} from '${from}'$`, 'm').exec(text)
    if (found === null) return null
    const imported = found[1]?.split(',').map((name) => name.trim()) ?? []
    return text.replace(found[0], () =>
      importOf([...imported.filter((name) => name !== ''), ...names], from),
    )
  }

/** Spreads the views of a resource into those of the service, before those of the accounts. */
export function withViews(views: string, file: string): Edit {
  const line = `      ...${views}(api, context),\n`
  return (text) => {
    const imports = [...text.matchAll(/^import .* from '(\.\/[^']*)'\n/gm)]
    const start = text.indexOf('    const views = {\n')
    const end = text.indexOf('\n    }\n', start)
    const last = imports.at(-1)
    const hasNames = /\bapp\(context\b/.test(text) && text.includes(' const api = ')
    if (last === undefined || start < 0 || end < 0 || !hasNames) return null
    const accounts = text.indexOf('      ...accountViews(api, context),\n', start)
    const place = accounts >= 0 && accounts < end ? accounts : end + 1
    if (!/[,{]\n$/.test(text.slice(0, place))) return null
    const next = imports.find(([, path = '']) => path.localeCompare(`./${file}`, 'en') > 0)
    const at = next?.index ?? last.index + last[0].length
    const added = `import { ${views} } from './${file}'\n`
    return text.slice(0, at) + added + text.slice(at, place) + line + text.slice(place)
  }
}

/** One after the other; null if one of them is. */
export const all =
  (...edits: readonly Edit[]): Edit =>
  (text) =>
    edits.reduce<string | null>((edited, edit) => (edited === null ? null : edit(edited)), text)
