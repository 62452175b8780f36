import type { HeaderField } from '../../reading/recorded-request.ts'
import { valuesOf } from '../../sending/answer.ts'
import { type Comparison, differ } from '../comparison.ts'
import type { RuleName } from '../rules.ts'
import { compareTexts } from '../texts.ts'
import { compareCookies } from './cookies.ts'
import { ignoredFields, setFields } from './header-lists.ts'

type Fields = readonly HeaderField[]

/** Compares the header fields of two answers. The order of different fields means nothing. */
export function compareHeaders(comparison: Comparison, olds: Fields, news: Fields): void {
  for (const name of new Set([...olds, ...news].map(([written]) => written.toLowerCase()))) {
    const written = fieldName(name)
    const values = valuesOf(olds, name)
    const otherValues = valuesOf(news, name)
    if (values.join() === otherValues.join() && name !== 'set-cookie') continue
    if (isIgnored(comparison, name)) continue
    if (name === 'set-cookie') {
      compareCookies(comparison, values, otherValues)
      continue
    }
    const compared = { name, written, value: values.join(', '), otherValue: otherValues.join(', ') }
    if (isEqualSet(comparison, compared)) continue
    if (values.length === 0) {
      differ(
        comparison,
        'header',
        written,
        'only the new service sends it',
        null,
        compared.otherValue,
      )
    } else if (otherValues.length === 0) {
      differ(comparison, 'header', written, 'missing', compared.value, null)
    } else if (!isEqual(comparison, compared, olds, news)) {
      differ(comparison, 'header', written, kindOf(compared), compared.value, compared.otherValue)
    }
  }
}

/** As it is usually written: each service has its own way. */
const fieldName = (name: string): string =>
  name
    .replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/^(?:Etag|Www-Authenticate)$/, (field) =>
      field === 'Etag' ? 'ETag' : 'WWW-Authenticate',
    )

interface Compared {
  /** In lower case. */
  readonly name: string
  readonly written: string
  readonly value: string
  readonly otherValue: string
}

function isIgnored({ rules }: Comparison, name: string): boolean {
  for (const [rule, names] of Object.entries(ignoredFields)) {
    if ((names as readonly string[]).includes(name)) return rules.allows(rule as RuleName)
  }
  return false
}

/** Also when one of them is absent and the other has only what another rule leaves out. */
function isEqualSet({ rules }: Comparison, { name, value, otherValue }: Compared): boolean {
  const set = setFields.get(name)
  if (set === undefined) return false
  const members = membersOf(value, set.hasCase)
  const otherMembers = membersOf(otherValue, set.hasCase)
  const isPresent = value !== '' && otherValue !== ''
  if (isPresent && areSame(members, otherMembers)) return rules.allows('sets')
  if (name !== 'vary') return false
  const bare = without(members, acceptEncoding)
  const otherBare = without(otherMembers, acceptEncoding)
  return areSame(bare, otherBare) && rules.allows('compression')
}

const acceptEncoding = new Set(['accept-encoding'])

const membersOf = (value: string, hasCase: boolean): Set<string> =>
  new Set(
    (hasCase ? value : value.toLowerCase())
      .split(',')
      .map((member) => member.trim())
      .filter((member) => member !== ''),
  )

const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && without(one, other).size === 0

/** The members of one that the other lacks. */
const without = (one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> =>
  new Set([...one].filter((member) => !other.has(member)))

function isEqual(comparison: Comparison, compared: Compared, olds: Fields, news: Fields): boolean {
  const { rules } = comparison
  const { name, value, otherValue } = compared
  if (name === 'etag') return rules.allows('entity-tags')
  if (name === 'content-type') {
    return mediaType(value) === mediaType(otherValue) && rules.allows('media-types')
  }
  if (name === 'expires') {
    const lifetime = lifetimeOf(olds)
    const otherLifetime = lifetimeOf(news)
    if (Math.abs(lifetime - otherLifetime) <= 2) return rules.allows('relative-expiry')
  }
  if (name === 'retry-after' && /^\d{1,9}$/.test(value) && /^\d{1,9}$/.test(otherValue)) {
    const distance = Math.abs(Number(value) - Number(otherValue))
    return distance <= 5 && rules.allows('retry-after')
  }
  return compareTexts(comparison, value, otherValue) === null
}

/** The members that a set lacks, or has in addition: `without DELETE`. */
function kindOf({ name, value, otherValue }: Compared): string {
  const set = setFields.get(name)
  if (set === undefined) return 'value'
  const members = membersOf(value, set.hasCase)
  const otherMembers = membersOf(otherValue, set.hasCase)
  if (areSame(members, otherMembers)) return 'order'
  const less = [...without(members, otherMembers)]
  const more = [...without(otherMembers, members)]
  const parts = [
    ...(less.length > 0 ? [`without ${less.join(', ')}`] : []),
    ...(more.length > 0 ? [`also ${more.join(', ')}`] : []),
  ]
  return parts.join('; ')
}

/** `Application/JSON; charset="UTF-8"` → `application/json`: JSON is UTF-8 in any case. */
function mediaType(value: string): string {
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim())
  const essence = type.toLowerCase()
  const isJson = essence === 'application/json' || essence.endsWith('+json')
  const kept = parameters
    .filter((parameter) => parameter !== '')
    .map((parameter) => {
      const [name = '', text = ''] = parameter.split('=', 2)
      const unquoted = text.trim().replace(/^"(.*)"$/, '$1')
      const isCharset = name.trim().toLowerCase() === 'charset'
      return `${name.trim().toLowerCase()}=${isCharset ? unquoted.toLowerCase() : unquoted}`
    })
    .filter((parameter) => !(isJson && parameter === 'charset=utf-8'))
  return [essence, ...kept.toSorted()].join(';')
}

/** Seconds between Date and Expires; NaN when either is missing. */
function lifetimeOf(headers: Fields): number {
  const secondsOf = (name: string) => Date.parse(valuesOf(headers, name)[0] ?? '') / 1000
  return secondsOf('expires') - secondsOf('date')
}
