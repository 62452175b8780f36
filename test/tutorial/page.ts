import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const docs = resolve(import.meta.dirname, '../../docs')
const folder = join(docs, 'tutorial')

/** The steps of the tutorial, in their order: `01-start.md`, `02-accounts.md`, … */
export const pageNames: readonly string[] = readdirSync(folder)
  .filter((name) => /^\d\d-[\w-]+\.md$/.test(name))
  .sort()

/** What a reader does with a block of a page. `line` is where its code begins. */
export type Action = { readonly line: number } & (
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'change'; readonly path: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'run'; readonly command: string; readonly output: Output | null }
)

/** Lines of a file, and what they become. */
export interface Hunk {
  readonly before: string
  readonly after: string
}

export interface Output {
  readonly language: 'http' | 'json' | 'text'
  readonly text: string
}

interface Block {
  readonly line: number
  readonly language: string
  readonly code: string
}

/**
 * The actions of a page. A block that begins with the path of a file is that file, a `diff` is a change
 * of one, and an `sh` is run; an `http`, `json` or `text` after it is its output. Nothing else is
 * allowed, so that each block of the tutorial is tested.
 *
 * @param name from `docs/`: `tutorial/01-start.md`.
 */
export function actionsOf(name: string): Action[] {
  const actions: Action[] = []
  for (const { line, language, code } of blocksOf(readFileSync(join(docs, name), 'utf8'))) {
    const last = actions.at(-1)
    if (language === 'sh') actions.push({ kind: 'run', line, command: code, output: null })
    else if (isOutput(language) && last?.kind === 'run' && last.output === null)
      actions.splice(-1, 1, { ...last, output: { language, text: code } })
    else actions.push(fileOrChange({ line, language, code }, name))
  }
  return actions
}

function fileOrChange({ line, language, code }: Block, page: string): Action {
  const [, path] = /^ ?(?:\/\/|#) ((?:[\w.-]+\/)*[\w.-]+)$/.exec(code.split('\n')[0] ?? '') ?? []
  if (path === undefined) throw new Error(`${page}:${line} is neither a file nor an output.`)
  if (language === 'diff') return { kind: 'change', line, path, hunks: hunksOf(code) }
  return { kind: 'file', line, path, text: code }
}

/** The parts of a diff, between lines of `@@`. The first line has the path alone. */
function hunksOf(code: string): Hunk[] {
  const lines = code.trimEnd().split('\n').slice(1)
  return lines
    .join('\n')
    .split(/^@@.*\n/m)
    .filter((part) => part !== '')
    .map((part) => {
      const marked = part.replace(/\n$/, '').split('\n')
      const without = (mark: string) =>
        marked
          .filter((line) => !line.startsWith(mark))
          .map((line) => `${line.slice(1)}\n`)
          .join('')
      return { before: without('+'), after: without('-') }
    })
}

function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length + 1,
    language: match[1] ?? '',
    code: match[2] ?? '',
  }))
}

const isOutput = (language: string): language is Output['language'] =>
  ['http', 'json', 'text'].includes(language)
