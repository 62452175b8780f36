import type { AnonymousUser } from '../accounts/user.ts'
import type { Transactions } from '../items/item-store.ts'
import { cachingSettings } from './caching.ts'
import { corsSettings } from './cors.ts'
import { errorSettings } from './errors.ts'
import { hostSettings } from './hosts.ts'
import { limitSettings } from './limits.ts'
import { negotiationSettings } from './negotiation.ts'
import { paginationSettings } from './pagination.ts'
import { policySettings } from './policies.ts'
import { secretSettings } from './secrets.ts'
import { sessionSettings } from './sessions.ts'
import type { InEnvironment, ValuesOf } from './setting.ts'
import { throttlingSettings } from './throttling.ts'

/** The types by name, so that the published declarations keep the doc comments. */
type SettingDefinitions = typeof policySettings &
  typeof throttlingSettings &
  typeof negotiationSettings &
  typeof paginationSettings &
  typeof cachingSettings &
  typeof errorSettings &
  typeof limitSettings &
  typeof hostSettings &
  typeof secretSettings &
  typeof corsSettings &
  typeof sessionSettings

/** Every setting by name. setting.ts says how to add one. */
export const settingDefinitions: SettingDefinitions = {
  ...policySettings,
  ...throttlingSettings,
  ...negotiationSettings,
  ...paginationSettings,
  ...cachingSettings,
  ...errorSettings,
  ...limitSettings,
  ...hostSettings,
  ...secretSettings,
  ...corsSettings,
  ...sessionSettings,
}

/** The settings of an API with every default filled in. */
export interface ResolvedSettings extends ValuesOf<SettingDefinitions> {}

/** The settings of an API. What is left out has its default. */
export interface Settings extends Partial<ResolvedSettings> {}

/** The settings that the environment can have: those that are plain values. */
export interface EnvironmentSettings
  extends Partial<Pick<ResolvedSettings, InEnvironment<SettingDefinitions>>> {}

/** The type of the unauthenticated user under these settings. */
export type UnauthenticatedUser<S extends Settings> = S extends {
  UNAUTHENTICATED_USER: infer U
}
  ? Known<U, AnonymousUser>
  : AnonymousUser

/** The type of the unauthenticated auth under these settings. */
export type UnauthenticatedToken<S extends Settings> = S extends {
  UNAUTHENTICATED_TOKEN: infer T
}
  ? Known<T, null>
  : null

/** Settings that are no literal, but of the type `Settings`, do not say what they are. */
type Known<Type, Default> = unknown extends Type ? Default : Type

/** The type of a request's transaction under these settings; unknown: there is none. */
export type TransactionUnder<S extends Settings> = S extends {
  TRANSACTIONS: Transactions<infer T> | null
}
  ? T
  : unknown
