import type { JWTPayload } from 'jose'
import type { ApiRequest, User, ViewOptions } from 'turnpike'
import * as z from 'zod'
import { noAccountOfToken, refusedToken, TokenError } from '../failures.ts'
import { answer, common, type JwtContext, orRefusal, tokenSchema } from './context.ts'

/** POST with a refresh token returns an access token, as `TokenRefreshView`. */
export function refreshView<U extends User>(context: JwtContext<U>): ViewOptions {
  const { tokens, owners, blacklist } = context
  const { rotateRefreshTokens = false, blacklistAfterRotation = false } = context.options
  const schema = tokenSchema('refresh')

  /** The user of the token; null when it names none. */
  async function ownerOf(claims: JWTPayload): Promise<U | null> {
    if (!owners.isNamed(claims)) return null
    const user = await owners.of(claims)
    if (!user?.isActive) throw noAccountOfToken()
    return user
  }

  async function nextPair(token: string) {
    const claims = await tokens.read(token, 'refresh')
    const owner = await ownerOf(claims)
    if (!rotateRefreshTokens) return { access: (await tokens.access(claims)).token }

    if (blacklistAfterRotation && blacklist !== null) {
      const old = { token, id: tokens.idOf(claims), expires: expiryOf(claims) }
      // If several send it at once, only one of them gets the next token.
      if (!(await blacklist.add(old))) throw new TokenError('blacklisted')
    }
    const next = await tokens.refresh(claims)
    await blacklist?.record(next, owner?.pk ?? null)
    return { access: (await tokens.access(claims)).token, refresh: next.token }
  }

  return {
    ...common(context),
    name: 'Token Refresh',
    description: 'Returns a new access token for a refresh token.',

    operations: {
      post: {
        summary: 'Refresh',
        accepts: schema,
        answers: z.object({ access: z.string(), refresh: z.string().optional() }),
        raises: [refusedToken(new TokenError('invalid')), noAccountOfToken()],
      },
    },

    async post(request: ApiRequest) {
      const { refresh = '' } = await request.data(schema)
      return answer(await orRefusal(() => nextPair(refresh)))
    },
  }
}

export const expiryOf = ({ exp = 0 }: JWTPayload): Date => new Date(exp * 1000)
