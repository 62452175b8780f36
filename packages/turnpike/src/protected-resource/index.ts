/** The API as a protected resource of OAuth: what clients find out before they ask for a token. @module */
export { type ProtectedResourceOptions, protectedResourceViews } from './views.ts'
