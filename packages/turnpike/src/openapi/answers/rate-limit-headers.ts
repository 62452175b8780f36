import type { HeaderObject, ResponseObject } from '../types.ts'
import { type DocumentedMethod, limitsOf } from './possible-errors.ts'

type ThrottledMethod = Pick<DocumentedMethod, 'view' | 'method'>

/** The response, with the fields of `RATE_LIMIT_HEADERS` if it may have them. */
export function withRateLimits(
  response: ResponseObject,
  status: number,
  throttled: ThrottledMethod,
): ResponseObject {
  if (!mayStateLimits(status, throttled)) return response
  return { ...response, headers: { ...response.headers, ...rateLimitHeaders } }
}

/** Denials come before the throttles. Wrong credentials have a budget without any throttle. */
const mayStateLimits = (status: number, { view, method }: ThrottledMethod): boolean =>
  view.settings.RATE_LIMIT_HEADERS &&
  (status === 429 || (limitsOf({ view, method }).length > 0 && ![401, 403, 406].includes(status)))

const rateLimitHeaders: Readonly<Record<string, HeaderObject>> = {
  RateLimit: {
    description: 'How many more requests are allowed now, by limit.',
    required: false,
    schema: { type: 'string' },
    example: '"burst";r=59;t=60',
  },
  'RateLimit-Policy': {
    description: 'How many requests are allowed in how many seconds, by limit.',
    required: false,
    schema: { type: 'string' },
    example: '"burst";q=60;w=60',
  },
}
