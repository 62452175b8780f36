import { isDeepStrictEqual } from 'node:util'
import { type SessionSettings, sessionSettings } from '../../django/sessions/options.ts'
import type { PlainValue } from './adopted.ts'
import type { Adoption, Source } from './adoption.ts'
import { isAccepted, texts, trueOrFalse } from './values.ts'

const presets = sessionSettings({})

/** The options `sessions` of `djangoAccounts` that differ from Django's defaults. */
export function readSessions(
  { get, has }: Source,
  adoption: Adoption,
): ReadonlyMap<string, PlainValue> {
  const values = new Map<string, PlainValue>()

  /** @param rest what the option does not do. */
  function take(
    name: string,
    option: keyof SessionSettings,
    value: PlainValue | undefined,
    rest: string | null = null,
  ): void {
    if (!has(name) || isDeepStrictEqual(value, presets[option])) return
    if (value !== undefined && isAccepted(sessionSettings, option, value)) {
      values.set(option, value)
      adoption.take(name, `\`${option}\` of \`sessions\` in \`src/accounts.ts\``)
    } else adoption.leave(name, 'its value cannot be taken over.')
    if (rest !== null) adoption.leave(name, rest)
  }

  // A value that the setting of this name refuses was reported with it.
  const age = adoption.values.get('SESSION_COOKIE_AGE')
  if (age !== undefined) take('SESSION_COOKIE_AGE', 'cookieAge', age)
  take(
    'SESSION_SAVE_EVERY_REQUEST',
    'saveEveryRequest',
    trueOrFalse(get('SESSION_SAVE_EVERY_REQUEST') ?? null),
    'a session that starts here ends `SESSION_COOKIE_AGE` after it began. No cookie is sent again.',
  )
  take(
    'AUTHENTICATION_BACKENDS',
    'backends',
    modelBackendFirst(texts(get('AUTHENTICATION_BACKENDS') ?? null)),
    'passwords are checked as `ModelBackend` does; others are code.',
  )
  return values
}

/**
 * New sessions name the first backend, and Django asks that one for their user. `ModelBackend`
 * knows all users; others may know none, such as one that only counts failed sign-ins.
 */
const modelBackendFirst = (paths: readonly string[] | undefined) =>
  paths?.toSorted((one, other) => Number(isPreset(other)) - Number(isPreset(one)))

const isPreset = (path: string) => presets.backends.includes(path)
