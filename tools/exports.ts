/** What a module exports: its names in the groups of the file, with the first sentence of each. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript-6.0'
import { root } from './packages.ts'

export interface Export {
  readonly name: string
  /** The first sentence of its doc comment; empty if it has none. */
  readonly summary: string
}

export interface Group {
  /** The comment that stands alone above it: `Views`. Empty: the module has no groups. */
  readonly heading: string
  readonly exports: readonly Export[]
}

/**
 * The exports of an index.
 *
 * @param source the file, from the root of the repository.
 */
export function exportGroups(source: string): Group[] {
  const file = parsed(source)
  const groups: { heading: string; exports: Export[] }[] = []
  for (const statement of file.statements) {
    const heading = headingAbove(statement, file)
    if (heading !== null || groups.length === 0) {
      groups.push({ heading: heading ?? '', exports: [] })
    }
    groups.at(-1)?.exports.push(...exportsOf(statement, source))
  }
  return groups.filter(({ exports }) => exports.length > 0)
}

/** A line comment with an empty line below it. */
function headingAbove(statement: ts.Statement, file: ts.SourceFile): string | null {
  const above = file.text.slice(statement.getFullStart(), statement.getStart(file))
  return /^\/\/ (.*)\n\n(?!\/\/)/m.exec(above)?.[1] ?? null
}

function exportsOf(statement: ts.Statement, source: string): Export[] {
  if (!ts.isExportDeclaration(statement)) {
    return declaredNames(statement).map((name) => ({ name, summary: summaryOf(statement) }))
  }
  const { exportClause, moduleSpecifier } = statement
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return []
  const from =
    moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
      ? join(dirname(source), moduleSpecifier.text)
      : source
  return exportClause.elements.map(({ name, propertyName }) => ({
    name: name.text,
    summary: summaryIn(from, (propertyName ?? name).text),
  }))
}

/** The summary of a declaration, through the indexes between. */
function summaryIn(source: string, name: string): string {
  for (const statement of parsed(source).statements) {
    if (declaredNames(statement).includes(name)) {
      const summary = summaryOf(statement)
      if (summary !== '') return summary
    }
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement
      if (!exportClause || !ts.isNamedExports(exportClause)) continue
      if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) continue
      const found = exportClause.elements.find((each) => each.name.text === name)
      if (found === undefined) continue
      const from = join(dirname(source), moduleSpecifier.text)
      return summaryIn(from, (found.propertyName ?? found.name).text)
    }
  }
  return ''
}

function declaredNames(statement: ts.Statement): string[] {
  if (!ts.canHaveModifiers(statement)) return []
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (isExported !== true) return []
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  }
  const { name } = statement as ts.DeclarationStatement
  return name === undefined ? [] : [name.text]
}

/** The first sentence of the doc comment. */
function summaryOf(statement: ts.Statement): string {
  const [comment] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc)
  const text = (ts.getTextOfJSDocComment(comment?.comment) ?? '').split('\n\n')[0] ?? ''
  const [sentence = ''] =
    /^(?:`[^`]*`|[^`])*?[.:](?= |$)|^.*/s.exec(text.replaceAll(/\s+/g, ' ')) ?? []
  return sentence.replace(/:$/, '.')
}

const files = new Map<string, ts.SourceFile>()

function parsed(source: string): ts.SourceFile {
  const known = files.get(source)
  if (known !== undefined) return known
  const text = readFileSync(join(root, source), 'utf8')
  const file = ts.createSourceFile(source, text, ts.ScriptTarget.Latest, true)
  files.set(source, file)
  return file
}
