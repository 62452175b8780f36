import type { Kysely } from 'kysely'
import { TokenUnreadable } from '../../accounts/token-store.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { knownOptions } from '../../errors/known-options.ts'
import type { AnyDatabase } from '../database.ts'
import { inTransaction } from '../transactions/in-transaction.ts'
import type { AccountTables } from './tables.ts'
import { createTokenVault, secretUnknown, type TokenVault } from './token-vault.ts'

/**
 * Rejects secrets that cannot read the tokens in the database: otherwise the owners of those tokens
 * would get "Invalid token". Call it at start-up.
 *
 * @throws ConfigurationError with what to do.
 */
export async function requireTokenSecrets(
  db: AnyDatabase,
  secrets: readonly string[],
): Promise<void> {
  const { secretIds } = createTokenVault(secrets)
  const unknown = (await usedSecretIds(db.withoutPlugins())).filter((id) => !secretIds.includes(id))
  if (unknown.length > 0) throw new ConfigurationError(secretUnknown(unknown))
}

export interface RotateTokensOptions {
  /**
   * True: tokens whose secret is missing, or that were changed in the database, are revoked.
   * Default false: they are an error.
   */
  revokeLost?: boolean
}

const rotateTokensOptions = knownOptions<RotateTokensOptions>('rotateTokens()', {
  revokeLost: 'optional',
})

/** The result of a rotation. */
export interface RotatedTokens {
  /** How many were sealed with the first secret. */
  readonly rotated: number
  /** How many were revoked, because their secret is lost or they were changed. */
  readonly revoked: number
}

/**
 * Seals every token with the first of the secrets, so that the others are no longer needed. The
 * keys do not change, and stay valid meanwhile wherever all of these secrets are known.
 *
 * @throws ConfigurationError when tokens are sealed with a secret that is not given.
 * @throws TokenUnreadable when a token was changed in the database.
 */
export async function rotateTokens(
  db: AnyDatabase,
  secrets: readonly string[],
  options: RotateTokensOptions = {},
): Promise<RotatedTokens> {
  rotateTokensOptions.require(options)
  const { revokeLost = false } = options
  const tables: Kysely<AccountTables> = db.withoutPlugins()
  const vault = createTokenVault(secrets)
  if (!revokeLost) await requireTokenSecrets(db, secrets)

  const [current, ...others] = vault.secretIds
  let rotated = 0
  let revoked = 0
  for (const id of await usedSecretIds(tables)) {
    if (id === current) continue
    if (others.includes(id)) {
      const done = await rotateFrom(id, tables, vault, revokeLost)
      rotated += done.rotated
      revoked += done.revoked
    } else revoked += await revokeFrom(id, tables)
  }
  return { rotated, revoked }
}

/** The identifiers of the secrets of all tokens, each found by one index lookup. */
async function usedSecretIds(db: Kysely<AccountTables>): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const row = await db
      .selectFrom('turnpike_token')
      .select('secret_id')
      .where('secret_id', '>', ids.at(-1) ?? '')
      .orderBy('secret_id')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return ids
    ids.push(row.secret_id)
  }
}

/** Tokens per transaction, few enough that other writers need not wait long. */
const batchSize = 200

async function rotateFrom(
  secretId: string,
  db: Kysely<AccountTables>,
  vault: TokenVault,
  revokeLost: boolean,
): Promise<RotatedTokens> {
  let rotated = 0
  let revoked = 0
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('turnpike_token')
      .select(['user_id', 'digest', 'sealed', 'secret_id'])
      .where('secret_id', '=', secretId)
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return { rotated, revoked }

    await inTransaction(db, async (transaction) => {
      for (const row of rows) {
        const key = keyOf(row, vault, revokeLost)
        if (key === null) revoked += await revoke(row, transaction)
        else rotated += await rotate(row, key, transaction, vault)
      }
    })
    last = rows.at(-1)?.user_id ?? last
    // Statements on SQLite block the thread: yield between two batches.
    await new Promise((later) => setTimeout(later))
  }
}

type SealedToken = Pick<
  AccountTables['turnpike_token'],
  'user_id' | 'digest' | 'sealed' | 'secret_id'
>

/** The key; null when it cannot be read and is to be revoked. */
function keyOf(row: SealedToken, vault: TokenVault, revokeLost: boolean): string | null {
  try {
    return vault.open(row, row.user_id)
  } catch (error) {
    if (revokeLost && error instanceof TokenUnreadable) return null
    throw error
  }
}

/**
 * A token that was replaced or revoked meanwhile is left alone. @returns how many were changed, 0
 * or 1.
 */
async function rotate(
  row: SealedToken,
  key: string,
  db: Kysely<AccountTables>,
  vault: TokenVault,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('turnpike_token')
    .set(vault.seal(key, row.user_id))
    .where('digest', '=', row.digest)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function revoke({ digest }: SealedToken, db: Kysely<AccountTables>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('turnpike_token')
    .where('digest', '=', digest)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function revokeFrom(secretId: string, db: Kysely<AccountTables>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('turnpike_token')
    .where('secret_id', '=', secretId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
