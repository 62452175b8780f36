import type { ColumnContext, ValueName } from './columns.ts'
import { Imports } from './source.ts'

/** The file with the codecs that the views use; null if they use none. */
export function valuesFile(
  used: ReadonlySet<ValueName>,
  { usesTimeZones }: Pick<ColumnContext, 'usesTimeZones'>,
): string | null {
  if (used.size === 0) return null
  const imports = new Imports()
  imports.add('zod', 'z')
  const parts: string[] = []
  if (used.has('moment')) {
    imports.add('turnpike', 'dateTimeField')
    parts.push(usesTimeZones ? moment : localMoment)
  }
  if (used.has('uuidDigits')) parts.push(uuidDigits)
  if (used.has('jsonText')) parts.push(jsonText)
  return `${imports}\n\n${parts.join('\n')}`
}

const moment = `/** A moment: \`2026-01-02T03:04:05Z\` for clients, \`2026-01-02 03:04:05\` in Django's columns. */
export const moment = z.codec(dateTimeField(), z.string(), {
  decode: (sent) => sent.replace('T', ' ').replace('Z', ''),
  encode: (stored) => \`\${withoutZeros(stored).replace(' ', 'T')}Z\`,
})

/** Some drivers write all six digits of a fraction. */
const withoutZeros = (stored: string) => stored.replace(/\\.0+$/, '')
`

const localMoment = `/** A moment without a zone, as Django stores it with \`USE_TZ = False\`. */
export const moment = z.codec(dateTimeField(), z.string(), {
  decode: (sent) => sent.replace('T', ' ').replace('Z', ''),
  encode: (stored) => stored.replace(/\\.0+$/, '').replace(' ', 'T'),
})
`

const uuidDigits = `/** A UUID: with hyphens for clients, 32 digits in Django's columns. */
export const uuidDigits = z.codec(z.guid(), z.string(), {
  decode: (sent) => sent.replaceAll('-', '').toLowerCase(),
  encode: (stored) => stored.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
})
`

const jsonText = `/** JSON, which the column has as text. */
export const jsonText = z.codec(z.json(), z.string(), {
  decode: (sent) => JSON.stringify(sent),
  encode: (stored) => JSON.parse(stored),
})
`
