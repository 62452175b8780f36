import { ConfigurationError } from 'turnpike'
import {
  functionRule,
  knownOptions,
  listOf,
  oneOf,
  orNull,
  type Rule,
  text,
  textWhere,
  trueOrFalse,
  wholeNumber,
} from 'turnpike/kit'
import { isSecret } from './keys/given-keys.ts'
import { keyCacheOptions } from './keys/issuer-keys.ts'
import { isSecureUrl, secureUrl } from './keys/issuer-url.ts'
import type { JwtAuthenticationOptions } from './options.ts'
import { acceptedAlgorithms } from './tokens/algorithms.ts'
import type { NamesIn } from './tokens/jwt-auth.ts'
import { type TokenRules, typeOf } from './tokens/verify.ts'

/** Its well-known URLs are made from it (RFC 8414 §3.1). */
export const isDiscoverable = (issuer: string) => isSecureUrl(issuer) && !issuer.includes('?')

const audience: Rule<string | readonly string[]> = {
  expected: 'a string, or a list of one or more strings',
  accepts: (value): value is string | readonly string[] =>
    text.accepts(value) || (Array.isArray(value) && value.length > 0 && value.every(text.accepts)),
}

const namesIn: Rule<NamesIn<never>> = {
  expected: 'the name of a claim, a list of names that leads to it, or a function of the claims',
  accepts: (value): value is NamesIn<never> =>
    typeof value === 'function' ||
    (typeof value === 'string' && value !== '') ||
    (Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')),
}

const jwtOptions = knownOptions<JwtAuthenticationOptions<unknown, never>>('jwtAuthentication()', {
  issuer: { required: textWhere('the issuer as tokens name it, a string', (iss) => iss !== '') },
  audience: {
    required: {
      ...orNull(audience),
      advise: () => 'It is what your API is called at the issuer. See docs/jwt.md.',
    },
  },
  userOf: { required: functionRule('a function of the claims that returns a user or null') },
  jwks: secureUrl,
  keys: 'optional',
  algorithms: 'optional',
  types: listOf(text, { of: 'types', example: ['at+jwt'], mayBeEmpty: false }),
  clockTolerance: wholeNumber({ least: 0, most: 600, of: 'seconds' }),
  requireExpiry: trueOrFalse,
  maxLength: wholeNumber({ least: 100, most: 65_536, of: 'characters' }),
  claims: 'optional',
  scopesIn: namesIn,
  rolesIn: namesIn,
  otherTokens: oneOf(['refuse', 'pass']),
  dpop: 'optional',
  name: text,
  realm: 'optional',
  cacheSize: wholeNumber({ least: 0, most: 1_000_000, of: 'tokens' }),
  keyCache: 'optional',
  fetch: functionRule('a function like fetch'),
})

/** @throws ConfigurationError when an option is missing, unknown or wrong. */
export function requireJwtOptions<CurrentUser, Claims>(
  options: JwtAuthenticationOptions<CurrentUser, Claims>,
): void {
  jwtOptions.require(options)
  const { issuer, jwks, keys, keyCache } = options
  if (keyCache !== undefined) keyCacheOptions.require(keyCache)
  if (jwks !== undefined && keys !== undefined) {
    throw new ConfigurationError('jwtAuthentication() has jwks and keys: leave one out.')
  }
  if (jwks === undefined && keys === undefined && !isDiscoverable(issuer)) {
    throw new ConfigurationError(
      'issuer of jwtAuthentication() is not an https:// URL (or http:// one of this machine), so its ' +
        'keys cannot be found there. Give jwks, the URL of its keys, or keys.',
    )
  }
}

/** The rules for tokens, with the defaults filled in. */
export const tokenRules = <CurrentUser, Claims>({
  issuer,
  audience,
  keys,
  algorithms,
  types = ['at+jwt', 'JWT'],
  clockTolerance = 5,
  requireExpiry = true,
}: JwtAuthenticationOptions<CurrentUser, Claims>): TokenRules => ({
  issuer,
  audience,
  algorithms: acceptedAlgorithms(algorithms, isSecret(keys)),
  types: types.map(typeOf),
  clockTolerance,
  requireExpiry,
})
