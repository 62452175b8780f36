import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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
 * The examples of a page. One whose first line is a comment with the name of a file is that file, in
 * a folder of the page: `// schema.ts` of `docs/drizzle.md` is `drizzle/schema.ts`.
 */
export const examplesOf = ({ path, text }: Page): Example[] =>
  blocksOf(text, 'ts').map(({ line, code }) => {
    const [, file = `line-${line}.ts`] =
      /^\/\/ ([\w-]+\.ts)$/m.exec(code.split('\n')[0] ?? '') ?? []
    return { name: join(basename(path, '.md'), file), code }
  })

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
