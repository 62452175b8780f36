import { dirname, join, relative } from 'node:path'
import { type DeclarationReflection, type PageEvent, ReflectionKind } from 'typedoc'
import { generatedFolder } from '../sources/pages.ts'
import type { Group } from './groups.ts'

/**
 * The page of an export, after its title the line that imports it, and at its end where it is from:
 * its subpath, the chapters about it, its place in the sources.
 */
export function withOrigin(
  model: DeclarationReflection,
  { url, contents = '' }: PageEvent,
  groups: ReadonlyMap<string, Group>,
): string {
  const subpath = model.parent?.name ?? ''
  const type = model.kindOf([ReflectionKind.Interface, ReflectionKind.TypeAlias]) ? 'type ' : ''
  const line = `import ${type}{ ${model.name} } from '${subpath}'`

  const folder = dirname(join(generatedFolder, 'api', url))
  const to = (path: string) => relative(folder, path).replaceAll('\\', '/')
  const chapters = groups.get(`${subpath} ${model.name}`)?.chapters ?? []
  const [, place] = /^Defined in: (.*)$/m.exec(contents) ?? []
  const links = [
    `- [${subpath}](${to(join(generatedFolder, 'api', subpath, 'index.md'))}): its other exports`,
    ...chapters.map(({ name, path, anchor }) => `- [${name}](${to(path)}${anchor})`),
    ...(place === undefined ? [] : [`- ${place}`]),
  ]
  return `${contents
    .replace(/^# .*\n/m, (title) => `${title}\n\`\`\`ts\n${line}\n\`\`\`\n`)
    .replaceAll(/^Defined in: .*\n\n/gm, '')
    .replaceAll(/^\*\*\*\n\n/gm, '')}\n\n## See also\n\n${links.join('\n')}\n`
}
