import { type Deprecation, deprecationFields } from '../../views/answers/deprecation.ts'
import type { HeaderObject, ResponseObject } from '../types.ts'
import { type DocumentedMethod, limitsOf } from './possible-errors.ts'

type AnsweringMethod = Pick<DocumentedMethod, 'view' | 'method'>

/**
 * The response, with the fields of a deprecated view, and those of `RATE_LIMIT_HEADERS` if it may
 * have them.
 */
export function withCommonHeaders(
  response: ResponseObject,
  status: number,
  answering: AnsweringMethod,
): ResponseObject {
  const headers = {
    ...response.headers,
    ...(mayStateLimits(status, answering) && rateLimitHeaders),
    ...deprecationHeaders(answering.view.deprecated),
  }
  return Object.keys(headers).length === 0 ? response : { ...response, headers }
}

/** Denials come before the throttles. Wrong credentials have a budget without any throttle. */
const mayStateLimits = (status: number, { view, method }: AnsweringMethod): boolean =>
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

function deprecationHeaders(deprecated: Deprecation | null): Record<string, HeaderObject> {
  if (deprecated === null) return {}
  const { deprecation, sunset } = deprecationFields(deprecated)
  return {
    Deprecation: {
      description: 'Since when the operation is deprecated (RFC 9745).',
      required: false,
      schema: { type: 'string' },
      example: deprecation,
    },
    ...(sunset !== undefined && {
      Sunset: {
        description: 'When the operation may be gone (RFC 8594).',
        required: false,
        schema: { type: 'string' },
        example: sunset,
      },
    }),
  }
}
