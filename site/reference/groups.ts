import { join } from 'node:path'
import { read } from '../sources/repository.ts'

/** Where an export stands in docs/reference.md. */
export interface Group {
  /** The heading: `Views`, or the subpath if it has no groups. */
  readonly heading: string
  /** The pages that the heading links to. */
  readonly chapters: readonly { name: string; path: string; anchor: string }[]
}

/** The group of every export, by subpath and name: `turnpike createApi`. */
export function groupsOf(): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const part of read('docs/reference.md').split(/^(?=## )/m)) {
    const [line = '', subpath] = /^## `([^`]+)`.*/.exec(part) ?? []
    if (subpath === undefined) continue
    for (const text of part.split(/^(?=### )/m)) {
      const [own = '', heading = subpath] = /^### ([^:\n]+).*/.exec(text) ?? []
      const chapters = [...chaptersOf(own), ...chaptersOf(line)]
      for (const name of namesOf(text)) groups.set(`${subpath} ${name}`, { heading, chapters })
    }
  }
  return groups
}

const chaptersOf = (heading: string): Group['chapters'] =>
  [...heading.matchAll(/\[([^\]]+)\]\(([\w/-]+\.md)(#[\w-]+)?\)/g)].map(
    ([, name = '', file = '', anchor = '']) => ({ name, path: join('docs', file), anchor }),
  )

/** The names in the first cells of the rows: ``| `View`, `ViewOptions` | … |``. */
const namesOf = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
