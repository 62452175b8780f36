import { type NewUser, pbkdf2 } from 'turnpike'

/** A hasher that is quick, for tests in which the cost is not the point. */
export const quick = pbkdf2({ iterations: 1 })

/** A new user who has no password. */
export const named = (username: string): NewUser => ({ username, password: null })
