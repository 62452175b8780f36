/** Sessions in Django's table. @module */
export { endingSessions } from './ending-sessions.ts'
export { type DjangoSessions, type DjangoSessionsOptions, djangoSessions } from './sessions.ts'
