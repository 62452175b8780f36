import type { JWTPayload } from 'jose'
import type { User, UserDirectory } from 'turnpike'
import type { DjangoDatabase } from '../django-database.ts'
import { pkText } from '../pk-text.ts'
import type { DjangoJwtOptions } from './options.ts'

/** Whose tokens are. */
export interface JwtOwners<U extends User> {
  /** Whether the token says whose it is. */
  isNamed(claims: JWTPayload): boolean

  /** The user of the token, active or not; null when there is none. */
  of(claims: JWTPayload): Promise<U | null>

  /** The claim that says so. */
  claimsOf(user: U): Promise<JWTPayload>
}

export type JwtUsers<U extends User> = Pick<UserDirectory<U>, 'find' | 'findByPk' | 'verify'>

export function jwtOwners<U extends User>(
  { db, users: columns }: DjangoDatabase,
  users: JwtUsers<U>,
  { userIdField = columns.pk, userIdClaim = 'user_id' }: DjangoJwtOptions<never>,
): JwtOwners<U> {
  async function userWith(value: string): Promise<U | null> {
    if (userIdField === columns.pk) return users.findByPk(value)
    if (userIdField === columns.username) return users.find(value)
    const rows = await db
      .selectFrom(columns.table)
      .where(userIdField, '=', value)
      .select(`${columns.pk} as pk`)
      .limit(2)
      .execute()
    const [row] = rows
    // If there are two, the token could belong to either.
    return row === undefined || rows.length > 1 ? null : users.findByPk(String(row.pk))
  }

  async function idOf(user: U): Promise<unknown> {
    if (userIdField === columns.pk)
      return typeof user.pk === 'number' ? user.pk : pkText(columns, user)
    if (userIdField === columns.username) return user.username
    const { value } = await db
      .selectFrom(columns.table)
      .where(columns.pk, '=', user.pk)
      .select(`${userIdField} as value`)
      .executeTakeFirstOrThrow()
    return value
  }

  return {
    isNamed: (claims) => claims[userIdClaim] !== undefined,

    async of(claims) {
      const value = claims[userIdClaim]
      if (typeof value === 'number')
        return Number.isSafeInteger(value) ? userWith(`${value}`) : null
      return typeof value === 'string' ? userWith(value) : null
    },

    async claimsOf(user) {
      const value = await idOf(user)
      return { [userIdClaim]: typeof value === 'number' ? value : String(value) }
    },
  }
}
