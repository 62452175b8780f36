import type { ScenarioSettings } from '../service/settings.ts'
import type { ScenarioView } from '../service/view.ts'

/** The fixture that every scenario starts from. */
export interface World {
  /** Scheme and host of every request that names no other: `http://testserver`. */
  base_url: string
  /** Address of the connection of every request that names no other. */
  client: string
  /** Names of the session cookie and the CSRF cookie. */
  cookies: { session: string; csrf: string }
  /** Names of the CSRF header and the CSRF form field. */
  csrf: { header: string; field: string }
  users: WorldUser[]
  /** `user` is a username. */
  tokens: { user: string; key: string }[]
  sets: Record<string, Row[]>
}

export interface WorldUser {
  pk: number
  username: string
  /** In clear text. */
  password: string
  email: string
  is_active: boolean
  is_staff: boolean
  is_superuser: boolean
}

/** A row as it stands in JSON. */
export interface Row {
  id: number
  title: string
  body: string
  priority: number
  /** A decimal with two places: `4.00`. */
  rating: string
  /** In UTC with six digits of fraction, or none when it is zero: `2024-03-01T09:30:51.100003Z`. */
  created: string
}

/** A small service and the requests made to it, in order. */
export interface Scenario {
  name: string
  /** The rule that it shows. */
  about: string
  settings: ScenarioSettings
  /** The generic error views that are attached: `{ '500': 'server_error' }`. */
  url_handlers?: Record<string, string>
  views: ScenarioView[]
  exchanges: Exchange[]
}

/** A request, or a walk through pages, and what must come back. */
export interface Exchange {
  /** Unique in its scenario. */
  name: string
  request: ExchangeRequest
  /** Go on requesting the URL at `follow` in the body until it is null. */
  walk?: { follow: string }
  /** Values of the answer that later exchanges use, by name. */
  save?: Record<string, SaveSource>
  response: ExpectedResponse
}

export interface ExchangeRequest {
  method: string
  /** Path and query as they are sent, or an absolute URL. */
  path: string
  /** Each character of a value is one byte. */
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, unknown>
  body?: string
  body_base64?: string
  client?: string
  /** What the web server in front says of the request, `REMOTE_USER` for one. */
  environ?: Record<string, string>
  scheme?: string
  /** Name of the cookie jar to use. Absent: no cookies are sent, none are kept. */
  cookies?: string
  /** Cookies of the jar that are not sent this time. */
  drop_cookies?: string[]
  /** Seconds after its start that the clock reads from now on. */
  at?: number
}

/** `$.next`, `cookie:csrftoken`, or the first group of a pattern in a header or in a text of the body. */
export type SaveSource = string | { header: string; re: string } | { json: string; re: string }

/** What must come back. A key that is absent is not compared. */
export interface ExpectedResponse {
  status: number
  headers?: Record<string, ExpectedHeader>
  /** May hold matchers at any depth. */
  json?: unknown
  text?: ExpectedText
  /** True: there is no body. */
  empty?: boolean
  cookies?: Record<string, CookieChange>
  walk?: { pages?: number; ids?: unknown }
}

/** Null: the header is absent. */
export type ExpectedHeader =
  | string
  | null
  | { $re: string }
  | { $tokens: string[] }
  | { $has_tokens: string[] }

export interface ExpectedText {
  contains?: string[]
  not_contains?: string[]
  /** Patterns, as in `not_matches`. */
  matches?: string[]
  not_matches?: string[]
}

/** What an answer does to a cookie: sets it to a value, sets it to nothing and expired, nothing. */
export type CookieChange = 'set' | 'cleared' | 'absent'
