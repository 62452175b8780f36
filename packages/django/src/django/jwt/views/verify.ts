import { type ApiRequest, NonFieldError, type User, type View, type ViewOptions } from 'turnpike'
import * as z from 'zod'
import { refusedToken, TokenError } from '../failures.ts'
import { answer, common, type JwtContext, orRefusal, tokenSchema } from './context.ts'

/**
 * POST with a token of any type says whether it is valid, as `TokenVerifyView`. The blacklist
 * counts only with BLACKLIST_AFTER_ROTATION, as there.
 */
export function verifyView<U extends User>(context: JwtContext<U>): ViewOptions {
  const { tokens, blacklist, options } = context
  const schema = tokenSchema('token')
  return {
    ...common(context),
    name: 'Token Verify',
    description: 'Says whether a token is valid, but not for what.',

    operations: {
      post: {
        summary: 'Verify',
        accepts: schema,
        answers: z.object({}),
        raises: [refusedToken(new TokenError('invalid'))],
      },
    },

    async post(request: ApiRequest, { settings }: View) {
      const { token = '' } = await request.data(schema)
      const claims = await orRefusal(() => tokens.read(token, null))
      const counts = options.blacklistAfterRotation === true && blacklist !== null
      if (counts && (await blacklist.has(tokens.idOf(claims)))) {
        throw new NonFieldError('Token is blacklisted').under(settings.NON_FIELD_ERRORS_KEY)
      }
      return answer({})
    },
  }
}
