import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as turnpike from 'turnpike'
import { afterAll, describe, expect, it } from 'vitest'
import { builtPackages, packages, root } from '../tools/packages.ts'
import {
  blocksOf,
  type Example,
  examplesOf,
  prismaPage,
  standsAlone,
  writeExamples,
} from './support/docs-examples.ts'
import { generateClient } from './support/prisma/generate-client.ts'
import { describeWithPrisma } from './support/prisma/packages.ts'

const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
const readmes = packages.map(({ path }) => `${path}/README.md`)
const others = ['CONTRIBUTING.md', 'SECURITY.md', 'packages/turnpike/AGENTS.md']
const pages = ['README.md', ...others, ...readmes, ...docs].map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))

const pageOf = (path: string) => pages.find((page) => page.path === path)?.text ?? ''

describe('the examples in the documentation', () => {
  // A folder that begins with a dot is in no other program's way; its own .gitignore hides it.
  const folder = mkdtempSync(join(root, 'test/.docs-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('examples in the documentation compile', () => {
    const examples = pages.filter(standsAlone).flatMap(examplesOf)
    writeProject(folder, examples)

    expect(examples.length).toBeGreaterThan(30)
    expect(compile(folder)).toBe('')
  })
})

describeWithPrisma('the examples of docs/prisma.md', () => {
  const folder = mkdtempSync(join(root, 'test/.docs-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('examples of docs/prisma.md compile with the client of its schema', async () => {
    const page = pages.find(({ path }) => path === prismaPage)
    if (page === undefined) throw new Error(`There is no ${prismaPage}.`)
    const [schema] = blocksOf(page.text, 'prisma')
    writeProject(folder, examplesOf(page))
    await generateClient(join(folder, 'prisma'), schema?.code ?? '')

    expect(compile(folder)).toBe('')
  })
})

describe('docs/errors.md', () => {
  const rows = pageOf('docs/errors.md').split('\n')

  it.each(exceptions())(
    'docs/errors.md has $name with its status, text and code',
    ({ name, words }) => {
      const row = rows.find((line) => line.startsWith(`| \`${name}\` `))
      expect(row).toBeDefined()
      for (const word of words) expect(row).toContain(word)
    },
  )
})

describe('docs/deployment.md', () => {
  const folder = join(root, 'packages/service/src/service/checks')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join()

  it('docs/deployment.md lists every finding of turnpike check, and no other', () => {
    const ids = [...source.matchAll(/\bid: '([a-z]+\.[a-z]+)'/g)].map(([, id = '']) => id)
    const rows = pageOf('docs/deployment.md').matchAll(/^\| `([a-z]+\.[a-z]+)` /gm)
    expect(ids.length).toBeGreaterThan(10)
    expect([...rows].map(([, id = '']) => id).sort()).toEqual([...new Set(ids)].sort())
  })

  it('docs/deployment.md shows a finding in the words of turnpike check', () => {
    const [, message] = /^error hosts\.open: (.*)$/m.exec(pageOf('docs/deployment.md')) ?? []
    expect(source).toContain(`'${message}'`)
  })
})

describe('the oldest Node', () => {
  it('the oldest supported Node is the same in engines, in the README and in the command', () => {
    const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
    const oldest: string = JSON.parse(textOf('package.json')).engines.node.replace('>=', '')
    const engines = builtPackages.map(
      ({ path }) => JSON.parse(textOf(`${path}/package.json`)).engines,
    )
    expect(engines).toEqual(builtPackages.map(() => ({ node: `>=${oldest}` })))
    expect(pageOf('README.md')).toContain(`Node ${oldest} or later`)
    expect(textOf('packages/service/src/cli/main.ts')).toContain(`const oldestNode = '${oldest}'`)
  })
})

it('the picture of a request has the statuses of the lifecycle', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const rows = read('docs/lifecycle.md').matchAll(/^\| +\d+ \| `(\w+)` \|.*\| ([\d, ]+) \|$/gm)
  const statuses = new Map([...rows].map(([, step = '', codes = '']) => [step, codes]))
  const shown = [...read('docs/images/request.svg').matchAll(/class="status".*>([\d ·]+)</g)]
  const steps = 'checkHost negotiate identify denyUnpermitted checkThrottles handlerFor'.split(' ')
  expect(shown.slice(0, 6).map(([, codes = '']) => codes.replaceAll(' ·', ','))).toEqual(
    steps.map((step) => statuses.get(step)),
  )
})

describe('the lines of the documentation', () => {
  // A row of a table is one line, and those of this page are sentences of the sources.
  const written = pages.filter(({ path }) => path !== 'docs/reference.md')

  it.each(written)('no prose or table in $path is wider than 120 columns', ({ text }) => {
    const lines = withoutBlocks(text).split('\n')
    expect(lines.filter((line) => line.length > 120 && !isLinkAlone(line))).toEqual([])
  })

  it.each(pages)('no cell of a table in $path is padded', ({ text }) => {
    const rows = withoutBlocks(text).match(/^\|.*/gm) ?? []
    expect(rows.filter((row) => /[^|\s] {2,}\||\| {2,}[^|\s]/.test(row))).toEqual([])
  })
})

describe('the links of the documentation', () => {
  it('the README lists every page of docs, and the index of every folder of it', () => {
    const listed = linksOf(pageOf('README.md'))
    const paths = docs.filter((path) => dirname(path) === 'docs' || basename(path) === 'index.md')
    expect(paths.filter((path) => !listed.includes(path))).toEqual([])
  })

  it('the index of a folder of docs lists its pages', () => {
    const unlisted = docs.filter((path) => {
      const folder = dirname(path)
      if (folder === 'docs' || basename(path) === 'index.md') return false
      return !linksOf(pageOf(join(folder, 'index.md'))).includes(basename(path))
    })
    expect(unlisted).toEqual([])
  })

  it.each(pages)('every link leads somewhere in $path', ({ path, text }) => {
    expect(linksOf(text).filter((target) => !isReachable(target, path))).toEqual([])
  })
})

describe('a page of docs', () => {
  // The steps of the tutorial are one text.
  const own = pages.filter(({ path }) => path.startsWith('docs/') && !/tutorial\/\d/.test(path))

  it.each(own)('$path says for whom it is', ({ text }) => {
    expect(text).toMatch(/^# .*\n\n\*For [^*]+\.\*\n\n/)
  })

  // The end of docs/reference.md is a table of the last package.
  it.each(own.filter(({ path }) => path !== 'docs/reference.md'))(
    '$path ends with what to read next',
    ({ text }) => {
      const [end = ''] = text
        .replace(/(\n\[[^\]]+\]: \S+)+\n*$/, '')
        .trim()
        .split('\n\n')
        .slice(-1)
      expect(end).toMatch(/^(Read on|Reference): .*\]\(/)
    },
  )
})

describe('the files that the documentation names', () => {
  it.each(pages)('every named file exists in $path', ({ text }) => {
    const paths = [...text.matchAll(/`((?:packages|test)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

function writeProject(folder: string, examples: readonly Example[]): void {
  writeFileSync(join(folder, '.gitignore'), '*\n')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  writeExamples(folder, examples)
}

const tsconfig = {
  extends: '../../tsconfig.json',
  // An example shows how a value is made, and need not use it.
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
  include: ['./**/*.ts'],
}

/** What the compiler complains of. */
function compile(project: string): string {
  try {
    const compiler = join(root, 'node_modules/.bin/tsc')
    return execFileSync(compiler, ['-p', project], { cwd: project, encoding: 'utf8' })
  } catch (error) {
    const { stdout, message } = error as Error & { stdout?: string }
    return stdout || message
  }
}

/** Every exported exception with what its row must contain. */
function exceptions(): { name: string; words: string[] }[] {
  const classes = Object.values<unknown>(turnpike).filter(isExceptionClass)
  return classes.map((exception) => {
    const { status, errorDetail } = newException(exception)
    const { message, code } = firstMessage(errorDetail)
    return { name: exception.name, words: [`${status}`, `\`${message}\``, `\`${code}\``] }
  })
}

function firstMessage(detail: turnpike.ErrorDetail): turnpike.ErrorMessage {
  if (detail instanceof turnpike.ErrorMessage) return detail
  return firstMessage(Object.values(detail)[0] as turnpike.ErrorDetail)
}

const isExceptionClass = (value: unknown): value is typeof turnpike.ApiException =>
  typeof value === 'function' &&
  (value === turnpike.ApiException || value.prototype instanceof turnpike.ApiException)

/** Two of them need an argument; the page has the same examples. */
function newException(exception: typeof turnpike.ApiException): turnpike.ApiException {
  if (exception === turnpike.MethodNotAllowed) return new turnpike.MethodNotAllowed('PUT')
  if (exception === turnpike.UnsupportedMediaType) {
    return new turnpike.UnsupportedMediaType('text/csv')
  }
  return new exception()
}

/** Relative links, without those in code. */
const linksOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))

/** Whether a link of a page leads to a file, and to a heading when it names one. */
function isReachable(target: string, page: string): boolean {
  const [file = '', heading] = target.split('#')
  const path = file === '' ? page : join(dirname(page), file)
  if (!existsSync(join(root, path))) return false
  return heading === undefined || headingsOf(pageOf(path)).includes(heading)
}

/** Whether a line has only a link, which cannot be broken: `- [name](https://…).` */
const isLinkAlone = (line: string) => /^\s*(?:[-*] |\d+\. )?\[[^\]]*\]\(\S+\)[.,;:]?$/.test(line)

/** The anchors of a page: `## Who the client is` → `who-the-client-is`. */
const headingsOf = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

const withoutBlocks = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '')
const withoutCode = (text: string) => withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '``')
