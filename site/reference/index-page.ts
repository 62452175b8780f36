import { dirname, relative } from 'node:path'
import { Comment, type DeclarationReflection, ReferenceReflection } from 'typedoc'
import type { Group } from './groups.ts'

/** The page of a subpath: its exports with a sentence each, in the groups of docs/reference.md. */
export function indexPage(
  module: DeclarationReflection,
  groups: ReadonlyMap<string, Group>,
  urlOf: (reflection: DeclarationReflection) => string,
): string {
  const folder = dirname(urlOf(module))
  const row = (each: DeclarationReflection) => {
    const target = each instanceof ReferenceReflection ? declared(each) : each
    const path = relative(folder, urlOf(target)).replaceAll('\\', '/')
    return `| [${each.name}](${path}) | ${summaryOf(target)} |`
  }

  const names = [...groups.keys()]
  const place = (each: DeclarationReflection) => names.indexOf(`${module.name} ${each.name}`)
  const children = (module.children ?? []).toSorted((a, b) => place(a) - place(b))
  const headings = Map.groupBy(
    children,
    (each) => groups.get(`${module.name} ${each.name}`)?.heading ?? module.name,
  )
  const tables = [...headings].map(([heading, members]) =>
    [
      ...(heading === module.name ? [] : [`## ${heading}\n`]),
      '| Name | What it is |\n|---|---|',
      ...members.map(row),
    ].join('\n'),
  )
  return `${[`# ${module.name}`, textOf(module.comment), ...tables].join('\n\n')}\n`
}

const declared = (reference: ReferenceReflection): DeclarationReflection => {
  const target = reference.getTargetReflectionDeep()
  if (!target.isDeclaration()) throw new Error(`${reference.name} is exported from nowhere.`)
  return target
}

/** The first sentence of a doc comment, fit for a cell. */
function summaryOf(reflection: DeclarationReflection): string {
  const comment = reflection.comment ?? reflection.signatures?.[0]?.comment
  const text = textOf(comment).split('\n\n')[0]?.replaceAll(/\s+/g, ' ') ?? ''
  const [sentence = ''] = /^(?:`[^`]*`|[^`])*?\.\)?(?= |$)|^.*/.exec(text) ?? []
  return sentence.replace(/:$/, '.').replaceAll('|', '\\|')
}

const textOf = (comment: Comment | undefined): string =>
  comment === undefined ? '' : Comment.combineDisplayParts(comment.summary)
