/** The code as it is formatted in lines of 100 columns: on one line if that fits. */
export const fitted = (line: string, otherwise: string): string =>
  line.length <= 100 ? line : otherwise

/** `import { a, type B } from 'c'`, sorted, without what is written twice. */
export function importOf(names: readonly string[], from: string): string {
  const sorted = [...new Set(names)].sort((a, b) => plain(a).localeCompare(plain(b), 'en'))
  return fitted(
    `import { ${sorted.join(', ')} } from '${from}'`,
    `import {\n${sorted.map((name) => `  ${name},\n`).join('')}} from '${from}'`,
  )
}

const plain = (name: string) => name.replace('type ', '')

/** `export const a = (b) => c` */
export const arrow = (head: string, body: string): string =>
  fitted(`${head} => ${body}`, `${head} =>\n  ${body}`)
