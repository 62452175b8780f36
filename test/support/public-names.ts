import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5.9'
import { packages, root } from '../../tools/packages.ts'

/** What the packages export, by the reports of their API. */
export interface PublicNames {
  /** Names of exports, and of all their members and parameters. */
  readonly known: ReadonlySet<string>
  /** Names of exports alone. */
  readonly exported: ReadonlySet<string>
  /** The options of all functions and methods of a name; null: there is no such function. */
  optionsOf(name: string): ReadonlySet<string> | null
}

/** Reads the folder `api` of every package. */
export function publicNames(): PublicNames {
  const known = new Set<string>()
  const exported = new Set<string>()
  const types = new Map<string, ts.Node[]>()
  const functions = new Map<string, ts.Node[]>()
  const note = (names: Map<string, ts.Node[]>, name: string, node: ts.Node) =>
    names.set(name, [...(names.get(name) ?? []), node])

  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) known.add(node.text)
    const name = nameOf(node)
    if (name !== null) {
      if (isExported(node)) exported.add(name)
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
        note(types, name, node)
      else note(functions, name, node)
    }
    ts.forEachChild(node, visit)
  }
  for (const text of reports()) {
    const source = ts.createSourceFile('api.ts', text, ts.ScriptTarget.Latest, true)
    visit(source)
  }

  /** The members of a type, by all types that it is made of. */
  function addMembers(node: ts.Node, members: Set<string>, seen: Set<ts.Node>): void {
    if (seen.has(node)) return
    seen.add(node)
    if (ts.isTypeElement(node)) {
      if (node.name !== undefined) members.add(node.name.getText())
      return
    }
    const referred =
      ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)
        ? (types.get(node.getText().replace(/<[\s\S]*/, '')) ?? [])
        : []
    for (const type of referred) addMembers(type, members, seen)
    ts.forEachChild(node, (child) => addMembers(child, members, seen))
  }

  return {
    known,
    exported,
    optionsOf(name) {
      const found = functions.get(name)
      if (found === undefined) return null
      const members = new Set<string>()
      for (const node of found.flatMap(parametersOf)) addMembers(node, members, new Set())
      return members
    },
  }
}

/** The TypeScript of the reports. */
const reports = (): string[] =>
  packages.flatMap(({ path }) => {
    const folder = join(root, path, 'api')
    return reportsIn(folder).map((file) => {
      const [, code = ''] =
        /```ts\n([\s\S]*?)```/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      return code
    })
  })

function reportsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.api.md'))
  } catch {
    return []
  }
}

/** The name that a declaration gives; null: it gives none. */
function nameOf(node: ts.Node): string | null {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertySignature(node)
  return isNamed && node.name !== undefined ? node.name.getText() : null
}

/** The types of the parameters; the type of a constant or member, which may be a function's. */
function parametersOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isFunctionLike(node)) return node.parameters
  const isTyped = ts.isVariableDeclaration(node) || ts.isPropertySignature(node)
  return isTyped && node.type !== undefined ? [node.type] : []
}

function isExported(node: ts.Node): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  )
}
