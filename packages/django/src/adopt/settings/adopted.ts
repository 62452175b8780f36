import type { NewPasswordFormat } from '../../django/passwords/passwords.ts'

/** How requests are authenticated, in their order. */
export type SchemeName = 'basic' | 'jwt' | 'knox' | 'session' | 'token'

/** Permissions of all views. `modelOrAnonymous`: by those of the model, and everyone may read. */
export type PermissionName =
  | 'allowAny'
  | 'isAdminUser'
  | 'isAuthenticated'
  | 'isAuthenticatedOrReadOnly'
  | 'model'
  | 'modelOrAnonymous'

export type PaginationName = 'cursor' | 'limitOffset' | 'pageNumber'

export type ThrottleName = 'anon' | 'scoped' | 'user'

/** A plain value of a setting. */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly string[]
  | { readonly [name: string]: number | string | null }

/** The settings that were taken over from a Django project. */
export interface AdoptedSettings {
  readonly schemes: readonly SchemeName[]
  readonly permissions: readonly PermissionName[]
  readonly pagination: PaginationName | null
  readonly throttles: readonly ThrottleName[]
  readonly hasPages: boolean
  /** Settings of Turnpike by name. */
  readonly values: ReadonlyMap<string, PlainValue>
  readonly jwt: AdoptedJwt
  readonly knox: AdoptedKnox
  /** The options `sessions` of `djangoAccounts`. */
  readonly sessions: ReadonlyMap<string, PlainValue>
  /** How new passwords are stored; null if the settings do not say so. */
  readonly passwordFormat: NewPasswordFormat | null
  /** Whether Django stores moments in UTC. */
  readonly usesTimeZones: boolean
  /** The table of the users, `library.Member`; null if unknown. */
  readonly userModel: string | null
  readonly report: SettingsReport
}

/** The options `knox` of `djangoAccounts`. */
export interface AdoptedKnox {
  readonly values: ReadonlyMap<string, PlainValue>
  /** The word before a token in `Authorization`; null means `Token`. */
  readonly keyword: string | null
}

/** The options of `django.jwt`. */
export interface AdoptedJwt {
  readonly values: ReadonlyMap<string, PlainValue>
  /** Options with a key, by the variable of the environment that has it. */
  readonly variables: ReadonlyMap<string, string>
}

/** The findings about the settings, for the report. Names only: a value may be a secret. */
export interface SettingsReport {
  /** Whether there was a dump. */
  readonly wasGiven: boolean
  readonly taken: readonly SettingsNote[]
  readonly left: readonly SettingsNote[]
}

export interface SettingsNote {
  /** Django's name: `REST_FRAMEWORK['NUM_PROXIES']`. */
  readonly name: string
  readonly text: string
}
