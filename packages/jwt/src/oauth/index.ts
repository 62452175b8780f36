/** Bearer tokens that their issuer introspects. Needs `oauth4webapi` and `jose`. @module */

export type { IntrospectedToken, IntrospectionClaims } from './introspected-token.ts'
export { introspectionAuthentication } from './introspection.ts'
export type { IntrospectionAuthenticationOptions, IntrospectionClient } from './options.ts'
