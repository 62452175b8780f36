/** Tokens of djangorestframework-simplejwt. Needs the package `jose`. @module */
export type { DjangoJwtAuth } from './authentication.ts'
export { type DjangoJwt, djangoJwt } from './jwt.ts'
export type { DjangoJwtAlgorithm, DjangoJwtOptions } from './options.ts'
export type { DjangoJwtViewsOptions } from './views/views.ts'
