import {
  ApiResponse,
  allowAny,
  charField,
  formParser,
  jsonParser,
  jsonRenderer,
  multipartParser,
  type Scheme,
  type User,
  type ViewOptions,
} from 'turnpike'
import * as z from 'zod'
import { challengeOf } from '../authentication.ts'
import type { Blacklist } from '../blacklist.ts'
import { refusedToken, TokenError } from '../failures.ts'
import type { DjangoJwtOptions } from '../options.ts'
import type { JwtOwners, JwtUsers } from '../owners.ts'
import type { JwtTokens } from '../tokens.ts'

/** The services that the views of simplejwt need. */
export interface JwtContext<U extends User> {
  readonly options: DjangoJwtOptions<U>
  readonly usernameField: string
  readonly words: readonly string[]
  readonly users: JwtUsers<U>
  readonly tokens: JwtTokens
  readonly owners: JwtOwners<U>
  readonly blacklist: Blacklist | null
  issue(user: U): Promise<{ readonly refresh: string; readonly access: string }>
}

/** The policies of the views. */
export const common = ({ words: [word = 'Bearer'] }: Pick<JwtContext<User>, 'words'>) =>
  ({
    authentication: [challenging(word)],
    permissions: [allowAny],
    renderers: [jsonRenderer()],
    parsers: [jsonParser(), formParser(), multipartParser()],
    // A token that was blacklisted must stay so although the request fails.
    atomic: false,
  }) satisfies ViewOptions

/** Accepts no credentials: a view without a challenge cannot answer 401 (RFC 9110 §15.5.2). */
const challenging = (word: string): Scheme<never, never> => ({
  name: 'challenge',
  authenticate: () => null,
  challenge: () => challengeOf(word),
})

/** A body with one token. */
export const tokenSchema = (field: string) => z.object({ [field]: charField() })

/** The result of the work. A token that is refused becomes a 401. */
export async function orRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof TokenError ? refusedToken(error) : error
  }
}

/** An answer that no cache keeps. */
export const answer = (body: Record<string, unknown>): ApiResponse =>
  new ApiResponse(body, 200, { 'Cache-Control': 'no-store' })
