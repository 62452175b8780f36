import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A page of the documentation. */
export interface Page {
  /** From the root of the project: `docs/drizzle.md`. */
  readonly path: string
  readonly text: string
}

/** An example in TypeScript. */
export interface Example {
  /** The path in the folder in which it is compiled. */
  readonly name: string
  readonly code: string
}

/** The page whose examples need the client that Prisma generates of its schema. */
export const prismaPage = 'docs/prisma.md'

/**
 * Whether the examples of a page need nothing else. Those of docs/observability.md need packages
 * of test/extras: test/telemetry compiles and runs them. Those of the tutorial are one application,
 * which grows from page to page: test/tutorial compiles it after each of them. test/moving does what
 * docs/moving-from-django.md says.
 */
export const standsAlone = ({ path }: Page) =>
  ![prismaPage, 'docs/observability.md', 'docs/moving-from-django.md'].includes(path) &&
  !path.startsWith('docs/tutorial/')

/**
 * The examples of a page. One whose first line is a comment with the path of a file is that file, in
 * a folder of the page: `// src/schema.ts` of `docs/guides/uploads.md` is
 * `guides-uploads/src/schema.ts`.
 */
export const examplesOf = ({ path, text }: Page): Example[] =>
  blocksOf(text, 'ts').map(({ line, code }) => {
    const [, file = `line-${line}.ts`] =
      /^\/\/ ((?:[\w-]+\/)*[\w.-]+\.ts)$/m.exec(code.split('\n')[0] ?? '') ?? []
    return { name: join(folderOf(path), file), code }
  })

/** `docs/guides/uploads.md` → `guides-uploads`, `README.md` → `README`. */
export const folderOf = (path: string): string =>
  path.replace(/^docs\/|\.md$/g, '').replaceAll('/', '-')

export function writeExamples(folder: string, examples: readonly Example[]): void {
  for (const { name, code } of examples) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), code)
  }
}

/** The fenced blocks of a language with the line on which their code begins. */
export function blocksOf(text: string, language: string): { line: number; code: string }[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')
  return [...text.matchAll(fence)].map(({ index, 1: code = '' }) => ({
    line: text.slice(0, index).split('\n').length + 1,
    code,
  }))
}
