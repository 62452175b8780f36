import {
  type BareItem,
  type Dictionary,
  parseDictionary,
  parseItem,
  parseList,
  serializeDictionary,
  serializeInnerList,
  serializeItem,
  serializeList,
} from 'structured-headers'
import { type RequestHeaders, TranslatableMessage } from 'turnpike'
import { type Component, writeComponent } from './component.ts'
import { malformed, type SignatureFailure } from './signature-failure.ts'

/** A request to sign. A web `Request` qualifies. */
export interface SignedMessage {
  readonly method: string
  /** As its client sent it, with scheme and host: `https://api.example.com/notes/?page=2`. */
  readonly url: string
  readonly headers: RequestHeaders
}

/** The type of a field with a structured value (RFC 9651). */
export type StructuredType = 'item' | 'list' | 'dictionary'

/** The fields that the parameter `sf` can be used with (RFC 9421 §2.1.1), in lower case. */
export type StructuredFields = Readonly<Record<string, StructuredType>>

export const registeredFields: StructuredFields = {
  'accept-ch': 'list',
  'accept-signature': 'dictionary',
  'cache-status': 'list',
  'cdn-cache-control': 'dictionary',
  'client-cert': 'item',
  'client-cert-chain': 'list',
  'content-digest': 'dictionary',
  deprecation: 'item',
  'idempotency-key': 'item',
  priority: 'dictionary',
  'proxy-status': 'list',
  'repr-digest': 'dictionary',
  signature: 'dictionary',
  'signature-input': 'dictionary',
  'want-content-digest': 'dictionary',
  'want-repr-digest': 'dictionary',
}

/**
 * Reads the values of the components of a message (RFC 9421 §2).
 *
 * @throws SignatureFailure from the result, when the message does not have the component or its
 *   value cannot be signed.
 */
export function componentReader(
  { method, url, headers }: SignedMessage,
  structuredFields: StructuredFields,
): (component: Component) => string {
  const target = URL.parse(url)
  // Fields and the query are parsed once, and not for each of their members that is covered.
  const dictionaries = new Map<string, Dictionary>()
  let query: ReadonlyMap<string, readonly string[]> | undefined

  function derivedValue(component: Component): string {
    if (target === null) throw malformed('The URL of the request cannot be signed.')
    switch (component.name) {
      case '@method':
        return method
      case '@target-uri':
        return target.origin + target.pathname + queryOf(url)
      case '@authority':
        return target.host
      case '@scheme':
        return target.protocol.slice(0, -1)
      case '@request-target':
        return target.pathname + queryOf(url)
      case '@path':
        return target.pathname
      case '@query':
        return queryOf(url) || '?'
      default:
        query ??= encodedQuery(target.searchParams)
        return queryParameter(query, component)
    }
  }

  function fieldValue(component: Component): string {
    const { name, parameters } = component
    const value = headers.get(name)
    if (value === null) throw absent(component)
    if (parameters.has('bs')) return binaryValue(name, value)

    const key = parameters.get('key')
    if (typeof key === 'string') {
      const dictionary = dictionaries.get(name) ?? parsed(name, () => parseDictionary(value))
      dictionaries.set(name, dictionary)
      return memberOf(dictionary, key, component)
    }
    if (!parameters.has('sf')) return value
    const type = Object.hasOwn(structuredFields, name) ? structuredFields[name] : undefined
    return strictValue(name, value, type)
  }

  return (component) => {
    const value = component.name.startsWith('@') ? derivedValue(component) : fieldValue(component)
    if (!/^[\t\x20-\x7e]*$/.test(value)) {
      throw malformed(
        new TranslatableMessage('The value of {component} is not ASCII: use the parameter bs.', {
          component: writeComponent(component),
        }),
      )
    }
    return value
  }
}

/**
 * The query with its `?`; empty if there is none. `URL.search` leaves out a `?` that nothing
 * follows.
 */
const queryOf = (url: string): string => /^[^?#]*(\?[^#]*)?/.exec(url)?.[1] ?? ''

/** The values of the parameters by name, both encoded as in a signature. */
function encodedQuery(query: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of query) {
    const key = formEncoded(name)
    const known = values.get(key)
    if (known === undefined) values.set(key, [formEncoded(value)])
    else known.push(formEncoded(value))
  }
  return values
}

/** RFC 9421 §2.2.8: a repeated parameter cannot be covered by name. */
function queryParameter(
  query: ReadonlyMap<string, readonly string[]>,
  component: Component,
): string {
  const name = String(component.parameters.get('name'))
  const [first, second] = query.get(name) ?? []
  if (first === undefined) throw absent(component)
  if (second !== undefined) {
    throw malformed(
      new TranslatableMessage('The query has the parameter {name} more than once: cover @query.', {
        name: String(name),
      }),
    )
  }
  return first
}

/** Percent-encodes all but the unreserved characters of forms (WHATWG URL §5.2), blanks as %20. */
const formEncoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * RFC 9421 §2.1.3. Each line of the field is encoded by itself, but the lines are joined by commas,
 * those of cookies by semicolons, before they get here.
 */
function binaryValue(name: string, value: string): string {
  if (value.includes(name === 'cookie' ? ';' : ',')) {
    throw malformed(
      new TranslatableMessage(
        'The field {name} may have been sent in several lines: cover it without bs.',
        {
          name,
        },
      ),
    )
  }
  return serializeItem(
    Uint8Array.from(value, (character) => character.charCodeAt(0)),
    new Map(),
  )
}

/** RFC 9421 §2.1.2 */
function memberOf(dictionary: Dictionary, key: string, component: Component): string {
  const member = dictionary.get(key)
  if (member === undefined) throw absent(component)
  const [value, parameters] = member
  return Array.isArray(value)
    ? serializeInnerList([value, parameters])
    : serializeItem(value as BareItem, parameters)
}

/** RFC 9421 §2.1.1 */
function strictValue(name: string, value: string, type: StructuredType | undefined): string {
  if (type === undefined)
    throw malformed(
      new TranslatableMessage('{name} is not known to be a structured field.', { name }),
    )
  return parsed(name, () => {
    if (type === 'item') return serializeItem(parseItem(value))
    return type === 'list'
      ? serializeList(parseList(value))
      : serializeDictionary(parseDictionary(value))
  })
}

function parsed<Value>(name: string, parse: () => Value): Value {
  try {
    return parse()
  } catch {
    throw malformed(
      new TranslatableMessage('The field {name} is not a valid structured field.', { name }),
    )
  }
}

const absent = (component: Component): SignatureFailure =>
  malformed(
    new TranslatableMessage('The signature covers {component}, which the request does not have.', {
      component: writeComponent(component),
    }),
  )
