import { knownOptions, listOf, textWhere, trueOrFalse, wholeNumber } from 'turnpike/kit'

export interface DjangoSessionsOptions {
  /** `SESSION_COOKIE_AGE` in Django: seconds. Default 1,209,600, which is two weeks. */
  cookieAge?: number
  /**
   * `SESSION_SAVE_EVERY_REQUEST`: each use extends a session, here at most once a minute. Default
   * false.
   */
  saveEveryRequest?: boolean
  /**
   * `AUTHENTICATION_BACKENDS`: sessions of other backends are not accepted; the first one is named
   * in new sessions. Default Django's `ModelBackend`.
   */
  backends?: readonly string[]
  /**
   * True: a sign-in ends the user's oldest sessions beyond `perUser` (`SESSIONS_PER_USER`).
   * Django's table does not say whose a session is, so each sign-in reads and decodes all of them.
   * Default false: a user may have any number, as in Django.
   */
  limitPerUser?: boolean
}

const djangoSessionsOptions = knownOptions<DjangoSessionsOptions>('djangoSessions()', {
  cookieAge: wholeNumber({ least: 1, of: 'seconds' }),
  saveEveryRequest: trueOrFalse,
  backends: listOf(
    textWhere('the path of a class', (path) => /^[\w.]+$/.test(path)),
    { of: 'backends', example: ['django.contrib.auth.backends.ModelBackend'], mayBeEmpty: false },
  ),
  limitPerUser: trueOrFalse,
})

/** `DjangoSessionsOptions` with their defaults. */
export type SessionSettings = Readonly<Required<DjangoSessionsOptions>>

/** @throws ConfigurationError when an option is unknown or wrong. */
export function sessionSettings(options: DjangoSessionsOptions): SessionSettings {
  djangoSessionsOptions.require(options)
  const {
    cookieAge = 1_209_600,
    saveEveryRequest = false,
    backends = ['django.contrib.auth.backends.ModelBackend'],
    limitPerUser = false,
  } = options
  return { cookieAge, saveEveryRequest, backends, limitPerUser }
}
