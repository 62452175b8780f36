/** The view that says what limits leave to the caller. @module */
export { type UsageViewOptions, usageView } from './usage-view.ts'
