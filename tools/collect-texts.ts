/**
 * Collects the texts of the packages that catalogues translate, from the syntax of the sources: the first
 * argument of `new ErrorMessage` and `new TranslatableMessage`, the details of exceptions and their classes,
 * the messages of permissions, and in pages what `t` and `markup` get. translations.ts compares them
 * with the catalogues.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript-6.0'
import { reasonPhrases } from '../packages/turnpike/src/http/syntax/reason-phrases.ts'
import { builtPackages } from './packages.ts'

export interface Texts {
  /** English templates of errors, each with the places in the sources that send it. */
  readonly errors: ReadonlyMap<string, readonly string[]>
  /** English templates of pages. */
  readonly pages: ReadonlyMap<string, readonly string[]>
  /** Expressions that no catalogue can translate: `views/x.ts:10 new NotFound(`…${id}`)`. */
  readonly unknown: readonly string[]
}

/** Places are named from the folder of the sources: `jwt/dpop/proof.ts`. */
const sources = builtPackages.map(({ folder }) => join(folder, 'src'))
const placeOf = (file: string): string => {
  const src = sources.find((each) => file.startsWith(`${each}/`)) ?? dirname(file)
  const path = relative(src, file)
  // A package of one folder is called like it.
  return path.includes('/') ? path : `${relative(join(src, '../..'), dirname(src))}/${path}`
}

export function collectTexts(): Texts {
  const files = sources.flatMap((src) =>
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(src, path))
      .map((path) =>
        ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
      ),
  )
  const exceptions = exceptionsIn(files)
  const errors = new Map<string, string[]>()
  const pages = new Map<string, string[]>()
  const unknown: string[] = []

  for (const file of files) {
    const note = (into: Map<string, string[]>, expression: ts.Expression, whole: ts.Node) => {
      const texts = textsOf(expression)
      const where = `${placeOf(file.fileName)}:${line(file, whole)}`
      if (texts === null) unknown.push(`${where} ${whole.getText().replaceAll(/\s+/g, ' ')}`)
      for (const text of texts ?? []) into.set(text, [...(into.get(text) ?? []), where])
    }
    const visit = (node: ts.Node): void => {
      if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
        const position = exceptions.get(node.expression.text)?.position
        const detail = position === undefined ? undefined : node.arguments?.[position]
        if (detail !== undefined) note(errors, detail, node)
      }
      if (ts.isPropertyDeclaration(node) && node.name.getText() === 'detail' && node.initializer) {
        const name = ts.isClassDeclaration(node.parent) ? node.parent.name?.text : undefined
        if (name !== undefined && exceptions.has(name)) note(errors, node.initializer, node)
      }
      if (ts.isPropertyAssignment(node) && isPermissionMessage(node, file)) {
        note(errors, node.initializer, node)
      }
      const name = ts.isCallExpression(node) ? calledName(node) : null
      if (ts.isCallExpression(node) && name !== null) {
        const text = node.arguments[translating.get(name) ?? Number.NaN]
        if (text !== undefined) note(pages, text, node)
        const outside = node.arguments[factories.get(name) ?? Number.NaN]
        if (outside !== undefined) note(errors, outside, node)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  for (const { status } of exceptions.values()) {
    const phrase = status === undefined || status < 400 ? undefined : reasonPhrases[status]
    if (phrase !== undefined) errors.set(phrase, ['http/syntax/reason-phrases.ts'])
  }
  return { errors, pages, unknown }
}

/** The functions of pages, with the position of the text. */
const translating: ReadonlyMap<string, number> = new Map([
  ['t', 0],
  ['markup', 1],
  ['countText', 2],
])

/** `translateFor(request)('Search')` is a call of `t`, too. */
function calledName({ expression }: ts.CallExpression): string | null {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isCallExpression(expression) && calledName(expression) === 'translateFor' ? 't' : null
}

/** Functions that make an exception or an answer, with the position of the text. */
const factories: ReadonlyMap<string, number> = new Map([
  ['outsideAnswer', 2],
  ['malformed', 0],
  ['insufficient', 0],
  ['expired', 0],
  ['invalidDigest', 0],
])

interface Exception {
  /** The position of the detail among the arguments of its constructor. */
  readonly position: number
  readonly status: number | undefined
}

/** The classes whose first text is sent, by name: those that extend `ApiException`, and messages. */
function exceptionsIn(files: readonly ts.SourceFile[]): ReadonlyMap<string, Exception> {
  const found = new Map<string, Exception>([
    ['ApiException', { position: 0, status: 500 }],
    ['ErrorMessage', { position: 0, status: undefined }],
    ['TranslatableMessage', { position: 0, status: undefined }],
  ])
  const classes = files.flatMap((file) => {
    const declared: ts.ClassDeclaration[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isClassDeclaration(node)) declared.push(node)
      ts.forEachChild(node, visit)
    }
    visit(file)
    return declared
  })
  for (let size = 0; size < found.size; ) {
    size = found.size
    for (const declared of classes) {
      const [parent] = declared.heritageClauses?.[0]?.types ?? []
      const base = parent && found.get(parent.expression.getText())
      const name = declared.name?.text
      if (base === undefined || name === undefined || found.has(name)) continue
      found.set(name, {
        position: positionIn(declared) ?? base.position,
        status: statusOf(declared) ?? base.status,
      })
    }
  }
  return found
}

function positionIn(declared: ts.ClassDeclaration): number | undefined {
  const made = declared.members.find(ts.isConstructorDeclaration)
  const position = made?.parameters.findIndex(({ name }) =>
    ['detail', 'message', 'description'].includes(name.getText()),
  )
  return position === undefined || position < 0 ? made && Number.POSITIVE_INFINITY : position
}

function statusOf(declared: ts.ClassDeclaration): number | undefined {
  const status = declared.members.find(
    (member) => ts.isPropertyDeclaration(member) && member.name.getText() === 'status',
  )
  const value =
    status !== undefined && ts.isPropertyDeclaration(status) ? status.initializer : undefined
  return value !== undefined && ts.isNumericLiteral(value) ? Number(value.text) : undefined
}

const isPermissionMessage = (node: ts.PropertyAssignment, { fileName }: ts.SourceFile): boolean =>
  placeOf(fileName).startsWith('permissions/') && node.name.getText() === 'message'

/** The texts that an expression may be. Null: that cannot be seen from it. */
function textsOf(expression: ts.Expression): string[] | null {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isParenthesizedExpression(expression)) return textsOf(expression.expression)
  if (ts.isConditionalExpression(expression)) {
    return all([textsOf(expression.whenTrue), textsOf(expression.whenFalse)])
  }
  if (ts.isBinaryExpression(expression)) {
    const { left, right, operatorToken } = expression
    if (operatorToken.kind !== ts.SyntaxKind.PlusToken) return null
    const [start, end] = [textsOf(left), textsOf(right)]
    return start?.length === 1 && end?.length === 1 ? [`${start[0]}${end[0]}`] : null
  }
  if (ts.isArrayLiteralExpression(expression)) return all(expression.elements.map(textsOf))
  if (ts.isObjectLiteralExpression(expression)) {
    return all(
      expression.properties.map((property) =>
        ts.isPropertyAssignment(property) ? textsOf(property.initializer) : null,
      ),
    )
  }
  if (ts.isAsExpression(expression)) return textsOf(expression.expression)
  if (ts.isElementAccessExpression(expression)) return textsOf(expression.expression)
  if (ts.isIdentifier(expression)) return textsOfName(expression)
  // A message is collected by itself.
  if (ts.isNewExpression(expression)) return []
  return null
}

const all = (found: readonly (string[] | null)[]): string[] | null =>
  found.some((texts) => texts === null) ? null : found.flatMap((texts) => texts ?? [])

/** The texts of a constant of the same file. */
function textsOfName(name: ts.Identifier): string[] | null {
  if (name.text === 'undefined') return []
  const declared: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name.text && node.initializer) {
      declared.push(node.initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(name.getSourceFile())
  const [only] = declared
  return declared.length === 1 && only !== undefined && !ts.isIdentifier(only)
    ? textsOf(only)
    : null
}

const line = (file: ts.SourceFile, node: ts.Node): number =>
  file.getLineAndCharacterOfPosition(node.getStart()).line + 1
