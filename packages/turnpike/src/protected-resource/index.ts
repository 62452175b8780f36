/** The API as a protected resource of OAuth: what clients read before they get a token. @module */
export { type ProtectedResourceOptions, protectedResourceViews } from './views.ts'
