import type { InsertView, ListView, RemoveView } from './lists.ts'
import type { PolicyList } from './policies.ts'
import type { FullDetailsView, RaiseView } from './raise.ts'
import type { EchoView, ErrorView, IdentityView, SessionView } from './simple-views.ts'
import type { TokenView } from './token-view.ts'
import type { ValidateView } from './validate.ts'

/** A view as a scenario declares it. */
export type ScenarioView =
  | EchoView
  | ErrorView
  | FullDetailsView
  | IdentityView
  | InsertView
  | ListView
  | RaiseView
  | RemoveView
  | SessionView
  | TokenView
  | ValidateView

/** What every kind of view may declare. An absent policy is that of the settings. */
export interface AnyView {
  /** Decoded. */
  path: string
  /** What the handler `NameView` shows. */
  name?: string
  authentication?: PolicyList
  permissions?: PolicyList
  throttles?: PolicyList
  throttle_scope?: string
  renderers?: PolicyList
  parsers?: PolicyList
}

/** A view whose methods may be chosen. */
export interface AnyMethodView extends AnyView {
  methods?: string[]
}
