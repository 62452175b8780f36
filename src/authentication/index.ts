/** Schemes: the ways a request can be authenticated. @module */
export { authenticate, challengeOf, SchemeError } from './authenticate.ts'
export { type BasicAuthenticationOptions, basicAuthentication } from './basic.ts'
export { requireCsrf } from './csrf.ts'
export { type RemoteUserAuthenticationOptions, remoteUserAuthentication } from './remote-user.ts'
export type { AuthenticatedView, Identity, Scheme } from './scheme.ts'
export { type SessionAuthenticationOptions, sessionAuthentication } from './session.ts'
export type { SessionSettings } from './session-settings.ts'
export { type TokenAuthenticationOptions, tokenAuthentication } from './token.ts'
