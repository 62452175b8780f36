import { type AuthenticatedView, type HttpRequest, type Scheme, ServiceUnavailable } from 'turnpike'
import type { InvalidToken } from '../bearer/bearer-failure.ts'
import type { BearerTokens, SentToken } from './bearer-tokens.ts'

/** What schemes for the access tokens of an issuer differ in. */
export interface BearerSchemeParts<CurrentUser, Auth> {
  readonly name: string

  /** Whose token it is. Null if it belongs to another scheme. */
  identityOf(
    sent: SentToken,
    request: HttpRequest,
    view: AuthenticatedView,
  ): ReturnType<Scheme<CurrentUser, Auth>['authenticate']>

  checkView(view: AuthenticatedView): void

  readonly documentation: BearerDocumentation
}

/** What the documentation says of the tokens. */
export interface BearerDocumentation {
  readonly description: string
  /** A hint for readers: `JWT`. Default none. */
  readonly format?: string
  /** The issuer identifier of the server that issues them; undefined if it is unknown. */
  readonly authorizationServer: string | undefined
  /** How a token is refused most often. */
  readonly refusal: () => InvalidToken
}

/**
 * A scheme for access tokens that an issuer gives to its clients. They have scopes; wrong ones are
 * counted; while it cannot be decided whether one is valid the answer is 503.
 */
export function bearerScheme<CurrentUser, Auth>(
  bearer: BearerTokens,
  { name, identityOf, checkView, documentation }: BearerSchemeParts<CurrentUser, Auth>,
): Scheme<CurrentUser, Auth> {
  const { description, format, authorizationServer, refusal } = documentation
  return {
    name,
    isScoped: true,
    vary: bearer.vary,
    ...(bearer.replays !== undefined && { replays: bearer.replays }),

    authenticate(request, view) {
      const sent = bearer.read(request.headers)
      return sent === null ? null : identityOf(sent, request, view)
    },

    challenge: bearer.challenge,
    challengeInsufficient: bearer.challengeInsufficient,
    checkView,

    describe: () => ({
      description: `${description}. Over HTTPS only.`,
      credentials: {
        header: 'Authorization',
        keyword: 'Bearer',
        ...(format !== undefined && { format }),
      },
      ...(authorizationServer !== undefined && { authorizationServer }),
      ...(bearer.dpop !== undefined && { dpop: bearer.dpop }),
      raises: [refusal(), new ServiceUnavailable()],
      countsFailures: true,
    }),
  }
}
