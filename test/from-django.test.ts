import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5.9'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../packages/service/src/cli/program.ts'
import { serviceVariables } from '../packages/service/src/service/variables.ts'
import { settingDefinitions } from '../packages/turnpike/src/settings/settings.ts'
import { root } from '../tools/packages.ts'
import { publicNames } from './support/public-names.ts'

const page = readFileSync(join(root, 'docs/from-django.md'), 'utf8')
// The last section is made from requests, which other tests send.
const text = page.slice(0, page.indexOf('\n## What differs on the wire\n'))
const names = publicNames()

const variables = Object.entries(serviceVariables).map(([member, definition]) =>
  'name' in definition ? String(definition.name) : member,
)
const settings: ReadonlySet<string> = new Set([...Object.keys(settingDefinitions), ...variables])

/** The rows of all tables: their cells, and the heading above. */
const rows = text.split('\n').flatMap((line) => {
  if (!line.startsWith('|') || /^\|[-|: ]+\|$/.test(line)) return []
  const cells = line.split(/(?<!\\)\|/).slice(1, -1)
  return [cells.map((cell) => cell.trim().replaceAll('\\|', '|'))]
})

const codeIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The pieces of code that are Turnpike's, each once. */
const ours = [...new Set(rows.flatMap(([, turnpike = '']) => codeIn(turnpike)))]
const commands = ours.filter((code) => code.startsWith('turnpike '))
const upperCase = ours.filter((code) => /^[A-Z][A-Z_]+\*?$/.test(code))
const expressions = ours.filter(
  (code) =>
    !commands.includes(code) &&
    !upperCase.includes(code) &&
    // Modules, and methods of a schema of zod, begin otherwise.
    /^[A-Za-z{](?!\w*\/)/.test(code),
)

/** Names of JavaScript, Hono, Kysely, zod, django-filter and the wire. */
const foreign = new Set([
  ...['Infinity', 'NaN', 'URL', 'href'],
  ...['HTTPException', 'forUpdate', 'refine', 'isnull', 'regex', 'actions'],
])

/** The names after a sentence of the settings. */
const listed = (sentence: string) => {
  const paragraph = text.slice(text.indexOf(sentence)).split('\n\n')[0] ?? ''
  return [...paragraph.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

describe('docs/from-django.md', () => {
  it.each([
    ['These have the same names, with values', 6, true],
    ['These are the same: `DEFAULT_THROTTLE_RATES`', 10, true],
    ['These do not exist: ', 3, false],
  ])('docs/from-django.md says rightly: %s', (sentence, count, exist) => {
    const found = listed(sentence)
    expect(found).toHaveLength(count)
    expect(found.filter((name) => settings.has(name) !== exist)).toEqual([])
  })

  it('the exceptions of docs/from-django.md that have the same names are exported', () => {
    const found = listed('These exceptions have the same names')
    expect(found.length).toBeGreaterThan(8)
    expect(found.filter((name) => !names.exported.has(name))).toEqual([])
  })

  it.each(upperCase)('the setting %s of docs/from-django.md exists', (name) => {
    const isThere = name.endsWith('*')
      ? [...settings].some((setting) => setting.startsWith(name.slice(0, -1)))
      : settings.has(name)
    expect(isThere).toBe(true)
  })

  it.each(rows.filter(([, ours = '']) => /^the same(?:$|;| names)/.test(ours)))(
    'what docs/from-django.md calls the same exists: %s, %s',
    (theirs, turnpike) => {
      for (const code of codeIn(theirs ?? '')) {
        const name = code.split('.').at(-1) ?? ''
        expect(settings.has(name) || names.known.has(name), code).toBe(true)
        const [, value] = /^the same; default ([^:]+)/.exec(turnpike ?? '') ?? []
        if (value === undefined) continue
        const definition = settingDefinitions[name as keyof typeof settingDefinitions]
        expect(String(definition.default())).toBe(value)
      }
    },
  )

  it('the defaults of docs/from-django.md are those of the settings', () => {
    const words = (name: string) => rows.find(([first]) => first === `\`${name}\``)?.at(2) ?? ''
    const preset = (name: keyof typeof settingDefinitions) => settingDefinitions[name].default()

    expect(words('DEFAULT_AUTHENTICATION_CLASSES')).toMatch(/^none\b/)
    expect(preset('DEFAULT_AUTHENTICATION_CLASSES')).toEqual([])
    const [wrong, minutes] = words('FAILED_CREDENTIALS_RATES').match(/\d+/g) ?? []
    expect(preset('FAILED_CREDENTIALS_RATES')).toMatchObject({ username: `${wrong}/${minutes}m` })
    const [items = ''] = words('DATA_UPLOAD_MAX_NUMBER_ITEMS').match(/[\d,]+/) ?? []
    expect(preset('DATA_UPLOAD_MAX_NUMBER_ITEMS')).toBe(Number(items.replaceAll(',', '')))
    // As Django has them.
    expect(preset('DATA_UPLOAD_MAX_MEMORY_SIZE')).toBe(2_621_440)
    expect(preset('DATA_UPLOAD_MAX_NUMBER_FIELDS')).toBe(1000)
  })

  it.each(expressions)('the names and options in docs/from-django.md exist: %s', (code) => {
    expect(missingIn(code)).toEqual([])
  })

  it.each(commands)('the command exists in docs/from-django.md: %s', async (line) => {
    const [, name = '', ...rest] = line.split(' ')
    const program = await createProgram([name])
    const command = program.commands.find((each) => each.name() === name)
    expect(command).toBeDefined()
    const flags = rest.filter((word) => word.startsWith('-'))
    const known = command?.options.flatMap(({ long, short }) => [long, short])
    expect(flags.filter((flag) => !known?.includes(flag))).toEqual([])
  })
})

/** What a piece of code names that no package has. */
function missingIn(code: string): string[] {
  const whole = code.replaceAll(/, …|…/g, '').replace(/^throw /, '')
  const isMember = /^\w+: /.test(whole)
  const expression = isMember ? `({ ${whole} })` : `(${whole})`
  const source = ts.createSourceFile('x.ts', expression, ts.ScriptTarget.Latest, true)
  const missing: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.name
        : node.expression
      const [options] = node.arguments
      const known = names.optionsOf(called.getText())
      if (options !== undefined && ts.isObjectLiteralExpression(options) && known !== null) {
        for (const { name } of options.properties) {
          const option = name?.getText() ?? ''
          if (!known.has(option)) missing.push(`${called.getText()}: ${option}`)
        }
      }
    }
    // One letter stands for anything.
    const isName = ts.isIdentifier(node) && node.text.length > 1 && !foreign.has(node.text)
    if (isName && !names.known.has(node.text)) missing.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return missing
}
