import { ConfigurationError, memoryReplayStore, type ReplayStore } from 'turnpike'
import { knownOptions, listOf, objectWith, oneOf, trueOrFalse, wholeNumber } from 'turnpike/kit'
import { keyPairAlgorithms } from '../tokens/algorithms.ts'

/** An algorithm of DPoP proofs: with a private key, because everyone can verify a proof. */
export type DpopAlgorithm = (typeof keyPairAlgorithms)[number]

/** How a bearer scheme checks proofs of possession (RFC 9449). */
export interface DpopOptions {
  /**
   * True: every token must come with a proof. Default false: tokens that are bound to no key are
   * sent as `Bearer`.
   */
  required?: boolean
  /**
   * The signatures that proofs may have. Default `ES256`, `ES384`, `Ed25519`, `EdDSA`, `PS256` and
   * `RS256`.
   */
  algorithms?: readonly DpopAlgorithm[]
  /** Seconds for which a proof may be used after it was made. Default 60. */
  maxAgeSeconds?: number
  /** Seconds by which the clocks of clients may be wrong. Default 10. */
  clockTolerance?: number
  /**
   * Where the ids of proofs are remembered, so that none is accepted twice. Default the memory of
   * this process: with several processes they need one that they share.
   */
  replays?: ReplayStore
  /**
   * Seconds for which a nonce of this service is valid. Clients then put it into each proof, and it
   * decides how old a proof is, not their clock (RFC 9449 §9). Needs `SECRET_KEYS`. Default 0: no
   * nonces.
   */
  nonceSeconds?: number
  /** The present in seconds since 1970. Default the clock. */
  now?: () => number
}

export const dpopOptions = knownOptions<DpopOptions>('dpop', {
  required: trueOrFalse,
  algorithms: listOf(oneOf(keyPairAlgorithms), {
    of: `the algorithms ${keyPairAlgorithms.join(', ')}`,
    example: ['ES256', 'PS256'],
    mayBeEmpty: false,
  }),
  maxAgeSeconds: wholeNumber({ least: 1, most: 3600, of: 'seconds' }),
  clockTolerance: wholeNumber({ least: 0, most: 600, of: 'seconds' }),
  replays: objectWith<ReplayStore>('a replay store', ['remember']),
  nonceSeconds: wholeNumber({ least: 0, most: 86_400, of: 'seconds' }),
  now: 'optional',
})

/** Whether clients may, or must, prove that a token is theirs; with options for that. */
export type DpopUse = 'allowed' | 'required' | DpopOptions

/**
 * The options with their defaults.
 *
 * @throws ConfigurationError when one of them is invalid.
 */
export function resolveDpop(use: DpopUse): Required<DpopOptions> {
  if (use !== 'allowed' && use !== 'required' && (typeof use !== 'object' || use === null)) {
    throw new ConfigurationError(`dpop must be 'allowed', 'required' or an object of options.`)
  }
  const options = typeof use === 'string' ? { required: use === 'required' } : use
  dpopOptions.require(options)
  const {
    required = false,
    algorithms = ['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256'],
    maxAgeSeconds = 60,
    clockTolerance = 10,
    replays = memoryReplayStore(),
    nonceSeconds = 0,
    now = () => Date.now() / 1000,
  } = options
  return { required, algorithms, maxAgeSeconds, clockTolerance, replays, nonceSeconds, now }
}
