import type { ApiRequest, User, ViewOptions } from 'turnpike'
import * as z from 'zod'
import { refusedToken, TokenError } from '../failures.ts'
import { answer, common, type JwtContext, orRefusal, tokenSchema } from './context.ts'
import { expiryOf } from './refresh.ts'

/** POST with a refresh token blacklists it, as `TokenBlacklistView`. */
export function blacklistView<U extends User>(context: JwtContext<U>): ViewOptions {
  const { tokens, blacklist } = context
  const schema = tokenSchema('refresh')
  return {
    ...common(context),
    name: 'Token Blacklist',
    description: 'Blacklists a refresh token: it cannot be used any more.',

    operations: {
      post: {
        summary: 'Sign out',
        accepts: schema,
        answers: z.object({}),
        raises: [refusedToken(new TokenError('invalid'))],
      },
    },

    async post(request: ApiRequest) {
      const { refresh: token = '' } = await request.data(schema)
      await orRefusal(async () => {
        const claims = await tokens.read(token, 'refresh')
        await blacklist?.add({ token, id: tokens.idOf(claims), expires: expiryOf(claims) })
      })
      return answer({})
    },
  }
}
