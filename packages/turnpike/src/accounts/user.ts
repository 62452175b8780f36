/** An authenticated user. An application's own user type has at least these fields. */
export interface User {
  /** The identifier: a number, or a string such as a UUID. */
  readonly pk: number | string
  readonly username: string
  /** Empty when the user has none. */
  readonly email: string
  /** False: the user exists but cannot sign in. */
  readonly isActive: boolean
  /** True: the user may administer the service. */
  readonly isStaff: boolean
  /** Distinguishes users from `AnonymousUser`, at run time and at compile time. */
  readonly isAuthenticated: true
}

/** The user of requests without credentials. Replaced by the setting `UNAUTHENTICATED_USER`. */
export interface AnonymousUser {
  readonly pk: null
  readonly username: ''
  readonly email: ''
  readonly isActive: false
  readonly isStaff: false
  readonly isAuthenticated: false
}

/** The user of requests without credentials. It is frozen. */
export const anonymousUser: AnonymousUser = Object.freeze({
  pk: null,
  username: '',
  email: '',
  isActive: false,
  isStaff: false,
  isAuthenticated: false,
})

/** The user record of the account stores that come with Turnpike. */
export interface Account extends User {
  readonly pk: number
  readonly created: Date
}

/** The data of a new user. */
export interface NewUser {
  /** Unique; 1 to 150 characters; case-sensitive. */
  username: string
  /**
   * Hashed before it is stored. With null, the user has no password and cannot sign in with one.
   */
  password: string | null
  /** Default empty. */
  email?: string
  /** Default true. */
  isActive?: boolean
  /** Default false. */
  isStaff?: boolean
}

/** The value that a request's user has under the name; undefined if it has none. */
export const fieldOf = (user: unknown, name: keyof User): unknown =>
  typeof user === 'object' && user !== null ? Reflect.get(user, name) : undefined
