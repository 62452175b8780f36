import ts from 'typescript-6.0'

/** A declaration of a source that is larger than the limits below. */
export interface LargeDeclaration {
  /** `(anonymous)` when it has none, as a callback. */
  readonly name: string
  /** Of its first line, from 1 on. */
  readonly line: number
}

/** Lines of a function, with its signature, and without its comment. */
export const maxLines = 80

/** The most type parameters that a reader can hold. */
export const maxTypeParameters = 5

/** The functions, methods and callbacks of more than `maxLines` lines. */
export const longFunctions = (path: string, source: string): LargeDeclaration[] =>
  declarationsWhere(path, source, (node, lineOf) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return false
    return lineOf(node.end) - lineOf(node.getStart()) + 1 > maxLines
  })

/** The functions, classes, interfaces and types of more than `maxTypeParameters` type parameters. */
export const crowdedGenerics = (path: string, source: string): LargeDeclaration[] =>
  declarationsWhere(path, source, (node) => {
    const { typeParameters } = node as { typeParameters?: readonly unknown[] }
    return (typeParameters?.length ?? 0) > maxTypeParameters
  })

/** @param path decides whether it is parsed as TypeScript or as TSX. */
function declarationsWhere(
  path: string,
  source: string,
  isLarge: (node: ts.Node, lineOf: (position: number) => number) => boolean,
): LargeDeclaration[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const found: LargeDeclaration[] = []
  const visit = (node: ts.Node): void => {
    if (isLarge(node, lineOf)) found.push({ name: nameOf(node), line: lineOf(node.getStart()) })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The name of a declaration, or of what a function is assigned to. */
function nameOf(node: ts.Node): string {
  for (const named of [node, node.parent] as { name?: ts.Node }[]) {
    if (named.name !== undefined) return named.name.getText()
  }
  return '(anonymous)'
}
