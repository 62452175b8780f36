/** The views by which users manage their API keys. @module */
export { type KeyViewsOptions, keyViews } from './key-views.ts'
