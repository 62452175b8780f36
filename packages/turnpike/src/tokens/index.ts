/** The token-issuing endpoint. @module */
export { type ObtainTokenOptions, obtainToken } from './obtain-token.ts'
