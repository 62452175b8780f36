import { ParseError, PreconditionFailed } from '../../errors/exceptions.ts'
import type { HttpRequest } from '../../http/http-request.ts'
import { type EntityTag, readEntityTags } from '../../http/syntax/entity-tags.ts'
import { readHttpDate } from '../../http/syntax/http-date.ts'
import { TranslatableMessage } from '../../languages/message.ts'

/** What the preconditions of a request are compared with. */
export interface Current {
  /** Whether a tag without its quotes is that of what is sent now. */
  isTag(opaque: string): boolean
  /** Whether its own tag is weak, so that `If-Match` never matches it. Default false. */
  readonly isWeak?: boolean
  /** The moment of the last change; null when unknown, so that dates are ignored. */
  readonly lastModified: Date | null
}

/** `unmodified`: the client has what it asked for. */
export type Evaluated = 'passed' | 'unmodified'

type ConditionalRequest = Pick<HttpRequest, 'method' | 'headers'>

/**
 * Evaluates the preconditions in the order of RFC 9110 §13.2.2. Tags take precedence over dates.
 * Dates that are malformed or repeated are ignored (§13.1.3, §13.1.4).
 *
 * @throws PreconditionFailed when one is false, so that nothing may be done.
 * @throws ParseError when `If-Match` is malformed, or `If-None-Match` of a write.
 */
export function evaluate(request: ConditionalRequest, current: Current): Evaluated {
  const { headers } = request
  const ifMatch = tagsOf(request, 'If-Match')
  if (ifMatch !== null) {
    const isFound = ifMatch === '*' || ifMatch.some((tag) => isStrongly(tag, current))
    if (!isFound)
      throw new PreconditionFailed(isWeakened(ifMatch, current) ? weakDetail : undefined)
  } else if (isLater(current.lastModified, headers.get('If-Unmodified-Since'))) {
    throw new PreconditionFailed()
  }

  const isRead = readMethods.has(request.method)
  const ifNoneMatch = tagsOf(request, 'If-None-Match')
  if (ifNoneMatch !== null) {
    // Compared weakly: a proxy that compresses answers makes their tags weak (§13.1.2).
    const isFound = ifNoneMatch === '*' || ifNoneMatch.some(({ opaque }) => current.isTag(opaque))
    if (isFound && !isRead) throw new PreconditionFailed(notNoneDetail)
    if (isFound) return 'unmodified'
  } else if (isRead && !headers.has('If-None-Match')) {
    const since = headers.get('If-Modified-Since')
    if (isLater(current.lastModified, since) === false) return 'unmodified'
  }
  return 'passed'
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** A weak tag never matches strongly (§8.8.3.2). */
const isStrongly = ({ opaque, isWeak }: EntityTag, current: Current): boolean =>
  !isWeak && !current.isWeak && current.isTag(opaque)

/** Clients whose proxy weakens tags would otherwise read and try again forever. */
const isWeakened = (ifMatch: readonly EntityTag[] | '*', { isWeak = false }: Current): boolean =>
  !isWeak && ifMatch !== '*' && ifMatch.every((tag) => tag.isWeak)

/** Whether it changed after the date, in whole seconds; null when one is unknown. */
function isLater(lastModified: Date | null, field: string | null): boolean | null {
  const date = lastModified === null || field === null ? null : readHttpDate(field)
  if (lastModified === null || date === null) return null
  return Math.floor(lastModified.getTime() / 1000) > date.getTime() / 1000
}

/** The tags of a field, or null when the request has none, or it is ignored. */
function tagsOf(
  { method, headers }: ConditionalRequest,
  name: 'If-Match' | 'If-None-Match',
): readonly EntityTag[] | '*' | null {
  const field = headers.get(name)
  if (field === null) return null
  const tags = readEntityTags(field)
  // A read without the cache of the client is right as well, only longer.
  if (tags !== null || (name === 'If-None-Match' && readMethods.has(method))) return tags
  throw malformedField(name)
}

/** 400: the field has no tags. */
export const malformedField = (name: 'If-Match' | 'If-None-Match'): ParseError =>
  new ParseError(
    new TranslatableMessage('{name} must be * or a list of entity tags in quotes, such as "abc".', {
      name,
    }),
  )

/** Whether a write has a precondition. */
export const hasPreconditions = ({ headers }: ConditionalRequest): boolean =>
  headers.has('If-Match') || headers.has('If-None-Match') || headers.has('If-Unmodified-Since')

const notNoneDetail =
  'If-None-Match forbids this: the item exists, and If-None-Match names its tag or all tags.'

const weakDetail =
  'If-Match never matches a weak entity tag: send the ETag as this service sent it, without W/.'
