import { memoize, memoizeByIdentity } from '../caching/memoize.ts'
import { NotAcceptable, NotFound } from '../errors/exceptions.ts'
import type { HttpRequest } from '../http/http-request.ts'
import { type AcceptedRange, parseAccept } from './accept-header.ts'
import type { Renderer } from './renderer.ts'

/** The renderer of a response and the parameters of the media range that chose it. */
export interface Negotiated {
  readonly renderer: Renderer
  readonly parameters: Readonly<Record<string, string>>
}

/** The parts of a request that decide. */
type NegotiatedRequest = Pick<HttpRequest, 'headers' | 'queryValue'>

/**
 * The renderer that the request asks for: first by the format in the query, then by the Accept
 * header (RFC 9110 §12.5.1). Each renderer has the weight of the most specific range that matches
 * it. The greatest weight wins, then the more specific range, then the order of the renderers.
 *
 * @param formatParameter name of the query parameter with the format; null for none.
 * @throws NotFound when no renderer has the format of the query.
 * @throws NotAcceptable when no renderer produces what the Accept header allows.
 */
export function negotiate(
  request: NegotiatedRequest,
  renderers: readonly Renderer[],
  formatParameter: string | null,
): Negotiated {
  const format = formatParameter === null ? null : request.queryValue(formatParameter)
  const accept = acceptOf(request)
  const chosen = format
    ? choose(withFormat(renderers, format), accept)
    : choicesOf(renderers).usual(accept)
  if (chosen === null) throw new NotAcceptable()
  return chosen
}

/**
 * The renderer for errors named in the Accept header, if its weight is at least that of the view's
 * own renderer. With null, errors are rendered like everything else.
 */
export function negotiateError(
  request: HttpRequest,
  renderers: readonly Renderer[],
): Negotiated | null {
  return choicesOf(renderers).forErrors(acceptOf(request))
}

/** Empty if everything is accepted. An empty header means the same as an absent one. */
const acceptOf = ({ headers }: Pick<HttpRequest, 'headers'>): string =>
  headers.get('Accept')?.trim() ?? ''

/** The renderers chosen so far, by Accept header. */
interface Choices {
  usual(accept: string): Negotiated | null
  forErrors(accept: string): Negotiated | null
}

/** The clients of a service send few different headers. */
const maxHeaders = 100

const choicesOf = memoizeByIdentity((renderers: readonly Renderer[]): Choices => {
  const usual = renderers.filter(({ isForErrors }) => !isForErrors)
  const forErrors = renderers.filter(({ isForErrors }) => isForErrors)
  return {
    usual: memoize((accept) => choose(usual, accept), maxHeaders),
    forErrors: memoize((accept) => chooseForErrors(forErrors, usual, accept), maxHeaders),
  }
})

function choose(renderers: readonly Renderer[], accept: string): Negotiated | null {
  if (accept !== '') return bestOf(renderers, parseAccept(accept))
  const [first] = renderers
  return first === undefined ? null : { renderer: first, parameters: {} }
}

function chooseForErrors(
  renderers: readonly Renderer[],
  others: readonly Renderer[],
  accept: string,
): Negotiated | null {
  if (accept === '' || renderers.length === 0) return null

  const ranges = parseAccept(accept)
  const best = bestOf(renderers, ranges)
  const isNamed = best !== null && best.specificity >= namedType
  return isNamed && best.q >= (bestOf(others, ranges)?.q ?? 0) ? best : null
}

function bestOf(renderers: readonly Renderer[], ranges: readonly AcceptedRange[]): Match | null {
  let best: Match | null = null
  for (const renderer of renderers) {
    const match = bestMatch(renderer, ranges)
    if (match !== null && match.q > 0 && (best === null || isBetter(match, best))) best = match
  }
  return best
}

function withFormat(renderers: readonly Renderer[], format: string): readonly Renderer[] {
  const named = renderers.filter((renderer) => !renderer.isForErrors && renderer.format === format)
  if (named.length === 0) throw new NotFound()
  return named
}

/** The specificity of a range that names a type and a subtype. */
const namedType = 2

interface Match extends Negotiated {
  readonly q: number
  /** 3 with parameters, 2 for `type/subtype`, 1 for `type/*`, 0 for all types. */
  readonly specificity: number
}

const isBetter = (match: Match, best: Match): boolean =>
  match.q === best.q ? match.specificity > best.specificity : match.q > best.q

function bestMatch(renderer: Renderer, ranges: readonly AcceptedRange[]): Match | null {
  let best: Match | null = null
  for (const accepted of ranges) {
    const match = matchRange(renderer, accepted)
    if (match !== null && (best === null || match.specificity > best.specificity)) best = match
  }
  return best
}

function matchRange(renderer: Renderer, { range, q }: AcceptedRange): Match | null {
  const parameters = Object.fromEntries([...range.parameters].filter(([name]) => name !== 'q'))
  const isUnderstood = Object.entries(parameters).every(
    ([name, value]) =>
      renderer.parameters?.includes(name) ||
      (name === 'charset' && value.toLowerCase() === renderer.charset),
  )
  if (!isUnderstood) return null

  if (range.essence === renderer.mediaType) {
    return {
      renderer,
      parameters,
      q,
      specificity: namedType + Number(Object.keys(parameters).length > 0),
    }
  }
  if (range.subtype !== '*') return null
  if (range.type === '*') return { renderer, parameters, q, specificity: 0 }
  const [type] = renderer.mediaType.split('/')
  return range.type === type ? { renderer, parameters, q, specificity: 1 } : null
}
