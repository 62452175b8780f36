import { InvalidUser, type User, type UserStore } from 'turnpike'
import { findOrCreate, knownOptions, objectWith, text, textWhere, trueOrFalse } from 'turnpike/kit'

export interface AccountByClaimOptions<U extends User> {
  /** Where users are looked up, and created if new. */
  users: Pick<UserStore<U>, 'find' | 'create'>
  /**
   * The claim that names the user. Default `sub`, which the issuer never gives to anybody else.
   * Users may change others, such as `preferred_username`, to the name of another user.
   */
  claim?: string
  /** Before the username, so that no other issuer means the same user: `acme:`. Default none. */
  prefix?: string
  /** True: unknown users are created without a password. Default false: they are refused. */
  createUnknown?: boolean
}

export const accountByClaimOptions = knownOptions<AccountByClaimOptions<User>>('accountByClaim()', {
  users: { required: objectWith('the users', ['find', 'create']) },
  claim: text,
  prefix: textWhere('a string', () => true),
  createUnknown: trueOrFalse,
})

/**
 * A `userOf` that finds the account with the username in a claim: for accounts of Turnpike.
 *
 * ```ts
 * jwtAuthentication({ issuer, audience, userOf: accountByClaim({ users, createUnknown: true }) })
 * ```
 */
export function accountByClaim<U extends User>(
  options: AccountByClaimOptions<U>,
): (claims: object) => Promise<U | null> {
  accountByClaimOptions.require(options)
  const { users, claim = 'sub', prefix = '', createUnknown = false } = options

  return async (claims) => {
    const name: unknown = Object.hasOwn(claims, claim) ? Reflect.get(claims, claim) : undefined
    if (typeof name !== 'string' || name === '') return null

    const username = prefix + name
    if (!createUnknown) return users.find(username)
    return findOrCreate(users, username).catch((error) => {
      // No user can have that name.
      if (error instanceof InvalidUser) return null
      throw error
    })
  }
}
