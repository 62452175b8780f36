import { NotAcceptable, NotFound } from '../errors/exceptions.ts'
import type { IncomingRequest } from '../request.ts'
import { type AcceptedRange, parseAccept } from './accept-header.ts'
import type { Renderer } from './renderer.ts'

/** The renderer of a response and the parameters of the media range that chose it. */
export interface Negotiated {
  readonly renderer: Renderer
  readonly parameters: Readonly<Record<string, string>>
}

/** What of a request decides. */
type NegotiatedRequest = Pick<IncomingRequest, 'headers' | 'queryValue'>

/**
 * The renderer that the request asks for: first by the format in the query, then by the Accept header
 * (RFC 9110 §12.5.1). Each renderer has the weight of the most specific range that names it; the
 * greatest weight wins, then the more specific range, then the order of the renderers.
 *
 * @param formatParameter name of the query parameter with the format; null: there is none.
 * @throws NotFound when no renderer has the format of the query.
 * @throws NotAcceptable when no renderer makes what the Accept header asks for.
 */
export function negotiate(
  request: NegotiatedRequest,
  renderers: readonly Renderer[],
  formatParameter: string | null,
): Negotiated {
  const usual = renderers.filter(({ isForErrors }) => !isForErrors)
  const candidates = withFormat(request, usual, formatParameter)
  const ranges = acceptedRanges(request)
  const [first] = candidates
  if (ranges === null && first !== undefined) return { renderer: first, parameters: {} }

  const best = bestOf(candidates, ranges ?? [])
  if (best === null) throw new NotAcceptable()
  return best
}

/**
 * The renderer for errors that the Accept header names, when it wants it no less than what the view
 * renders otherwise; null: errors are rendered like everything else.
 */
export function negotiateError(
  request: IncomingRequest,
  renderers: readonly Renderer[],
): Negotiated | null {
  const ranges = acceptedRanges(request)
  if (ranges === null || !renderers.some(({ isForErrors }) => isForErrors)) return null

  const best = bestOf(
    renderers.filter(({ isForErrors }) => isForErrors),
    ranges,
  )
  const usual = bestOf(
    renderers.filter(({ isForErrors }) => !isForErrors),
    ranges,
  )
  const isNamed = best !== null && best.specificity >= namedType
  return isNamed && best.q >= (usual?.q ?? 0) ? best : null
}

/** Null: everything is accepted. An empty header says no more than an absent one. */
function acceptedRanges(request: Pick<IncomingRequest, 'headers'>): AcceptedRange[] | null {
  const accept = request.headers.get('Accept')?.trim()
  return accept ? parseAccept(accept) : null
}

function bestOf(renderers: readonly Renderer[], ranges: readonly AcceptedRange[]): Match | null {
  let best: Match | null = null
  for (const renderer of renderers) {
    const match = bestMatch(renderer, ranges)
    if (match !== null && match.q > 0 && (best === null || isBetter(match, best))) best = match
  }
  return best
}

function withFormat(
  request: NegotiatedRequest,
  renderers: readonly Renderer[],
  formatParameter: string | null,
): readonly Renderer[] {
  const format = formatParameter === null ? null : request.queryValue(formatParameter)
  if (!format) return renderers

  const named = renderers.filter((renderer) => renderer.format === format)
  if (named.length === 0) throw new NotFound()
  return named
}

/** The specificity of a range that names a type and a subtype. */
const namedType = 2

interface Match extends Negotiated {
  readonly q: number
  /** 3 with parameters, 2 for `type/subtype`, 1 for `type/*`, 0 for everything. */
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
  const isUnderstood = Object.keys(parameters).every((name) => renderer.parameters?.includes(name))
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
