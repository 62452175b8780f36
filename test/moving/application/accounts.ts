import { djangoAccounts } from '@turnpike/django'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The users, tokens, sessions and permissions of Django, in its own tables. */
export const accountsOf = (db: Kysely<Tables>, secretKey: string) =>
  djangoAccounts(db, { secretKey })

export type Accounts = ReturnType<typeof accountsOf>

/** Tokens of simplejwt, by the settings of the project. */
export const jwtOf = (django: Accounts) =>
  django.jwt({
    accessTokenSeconds: 300,
    refreshTokenSeconds: 86_400,
    rotateRefreshTokens: true,
    blacklistAfterRotation: true,
    updateLastLogin: true,
  })
