/** Schemes: the ways a request can be authenticated. @module */
export { type ApiKeyAuthenticationOptions, apiKeyAuthentication } from './api-key.ts'
export { type BasicAuthenticationOptions, basicAuthentication } from './basic.ts'
export { requireCsrf } from './csrf/csrf.ts'
export type {
  ExternalAccountOptions,
  ExternalAccounts,
  ExternalAnswer,
} from './external/external-accounts.ts'
export {
  type ExternalSessionAuthenticationOptions,
  externalSessionAuthentication,
} from './external/session.ts'
export {
  type ExternalTokenAuthenticationOptions,
  externalTokenAuthentication,
} from './external/token.ts'
export { type RemoteUserAuthenticationOptions, remoteUserAuthentication } from './remote-user.ts'
export type { AuthenticatedView, Identity, Scheme } from './scheme.ts'
export type { CredentialsPlace, SchemeDescription } from './scheme-description.ts'
export { type SessionAuthenticationOptions, sessionAuthentication } from './session.ts'
export { type TokenAuthenticationOptions, tokenAuthentication } from './token.ts'
