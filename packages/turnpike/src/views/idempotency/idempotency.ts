import { asWritten, ConfigurationError } from '../../errors/configuration-error.ts'
import { knownOptions } from '../../errors/known-options.ts'
import type { IdempotencyStore } from '../../idempotency/idempotency-store.ts'
import { trueOrFalse } from '../../rules/text.ts'
import type { ResolvedSettings } from '../../settings/settings.ts'

/*
 * A request with an `Idempotency-Key` is carried out once. These files decide about it, in the
 * order of the request: this one which views and methods take a key; key.ts whose key it is and
 * what was requested; answer-once.ts when the work is done, and what a repeat gets; kept-answer.ts
 * what is kept of an answer. idempotency/idempotency-store.ts is the port of the stores.
 */

export interface IdempotencyOptions {
  /** Whether a request without a key gets a 400. Default false. */
  required?: boolean
}

/** How a view treats the keys of its requests. */
export interface Idempotency {
  readonly isRequired: boolean
  readonly store: IdempotencyStore
}

/**
 * The methods whose repetition may change something twice: PUT and DELETE are idempotent by
 * themselves (RFC 9110 §9.2.2).
 */
export const keyedMethods: ReadonlySet<string> = new Set(['POST', 'PATCH'])

/** The options of a view that decide. */
interface DecidingOptions {
  readonly name?: string
  readonly idempotent?: boolean | IdempotencyOptions
  readonly atomic?: boolean
  readonly post?: unknown
  readonly patch?: unknown
}

const idempotencyOptions = knownOptions<IdempotencyOptions>('idempotent', {
  required: trueOrFalse,
})

/**
 * How the view treats keys; null if it takes none.
 *
 * @throws ConfigurationError when it should, but its options say otherwise.
 */
export function idempotencyOf(
  options: DecidingOptions,
  { IDEMPOTENT_REQUESTS, IDEMPOTENCY_STORE: store }: ResolvedSettings,
): Idempotency | null {
  const { name = 'View', idempotent = IDEMPOTENT_REQUESTS && options.atomic !== false } = options
  const what = `idempotent of the view ${name}`
  requireOptions(what, idempotent)
  const hasMethod = options.post !== undefined || options.patch !== undefined
  if (options.idempotent && !hasMethod) {
    throw new ConfigurationError(
      `${what} is set, but it has neither POST nor PATCH: remove it, or add a handler.`,
    )
  }
  if (idempotent === false || !hasMethod) return null
  if (store.isTransactional && options.atomic === false) {
    throw new ConfigurationError(
      `${what} needs a transaction, in which IDEMPOTENCY_STORE keeps the key, but its atomic is ` +
        'false: remove atomic, or set IDEMPOTENCY_STORE to redisIdempotencyStore(redis).',
    )
  }
  return { isRequired: idempotent !== true && (idempotent.required ?? false), store }
}

function requireOptions(what: string, idempotent: unknown): void {
  if (typeof idempotent === 'boolean') return
  if (typeof idempotent !== 'object' || idempotent === null) {
    throw new ConfigurationError(
      `${what} must be true, false or { required: true }, not ${asWritten(idempotent)}.`,
    )
  }
  idempotencyOptions.require(idempotent, what)
}
