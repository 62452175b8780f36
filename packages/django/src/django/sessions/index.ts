/** Sessions in Django's table. @module */
export { endingSessions } from './ending-sessions.ts'
export type { DjangoSessionsOptions } from './options.ts'
export { type DjangoSessions, djangoSessions } from './sessions.ts'
