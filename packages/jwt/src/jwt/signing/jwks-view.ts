import { ApiResponse, jsonRenderer, type ViewOptions } from 'turnpike'
import { knownOptions } from 'turnpike/kit'
import * as z from 'zod'
import { type KeyRing, publishedForSeconds } from './key-ring.ts'

export interface JwksViewOptions {
  /** The value of `tokenPairs()`. */
  pairs: { readonly keys: Pick<KeyRing, 'published'> }
}

export const jwksViewOptions = knownOptions<JwksViewOptions>('jwksView()', { pairs: 'required' })

/**
 * The public keys of the service's tokens, for others who verify them: a JWK Set (RFC 7517 §5),
 * usually at `/.well-known/jwks.json`. It may be cached for five minutes.
 */
export function jwksView(options: JwksViewOptions): ViewOptions {
  jwksViewOptions.require(options)
  const { pairs } = options
  return {
    name: 'Signing keys',
    description: 'The public keys that verify the access tokens of this service (RFC 7517).',
    authentication: [],
    permissions: [],
    throttles: [],
    renderers: [jsonRenderer()],
    atomic: false,

    operations: { get: { summary: 'List the public keys', answers: jwksSchema } },

    async get() {
      const keys = await pairs.keys.published()
      return new ApiResponse({ keys }, 200, {
        'Cache-Control': `public, max-age=${publishedForSeconds}`,
      })
    },
  }
}

const jwksSchema = z.object({
  keys: z.array(
    z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.literal('sig') }),
  ),
})
