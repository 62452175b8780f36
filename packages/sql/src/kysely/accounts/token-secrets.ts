import { ConfigurationError } from 'turnpike'
import { knownOptions, type OnProgress, progressRule, TokenUnreadable } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { inTransaction } from '../transactions/in-transaction.ts'
import {
  createTokenVault,
  type SealedKey,
  type SealedKind,
  secretUnknown,
  type TokenVault,
} from './token-vault.ts'

/** A table with sealed keys. */
interface SealedTable {
  readonly kind: SealedKind
  readonly table: string
  /** The column by which its rows are read in batches. */
  readonly id: string
  /** Less than every value of that column. */
  readonly beforeAll: number | string
}

const sealedTables: readonly SealedTable[] = [
  { kind: 'token', table: 'turnpike_token', id: 'user_id', beforeAll: 0 },
  { kind: 'api key', table: 'turnpike_api_key', id: 'id', beforeAll: '' },
]

/**
 * Rejects secrets that cannot read the tokens, API keys and signing keys in the database: otherwise
 * their owners would get "Invalid token". Call it at start-up.
 *
 * @throws ConfigurationError with what to do.
 */
export async function requireTokenSecrets(
  db: AnyDatabase,
  secrets: readonly string[],
): Promise<void> {
  const { secretIds } = createTokenVault(secrets)
  const used = new Set<string>()
  for (const table of [...sealedTables.map(({ table }) => table), 'turnpike_signing_key']) {
    for (const id of await usedSecretIds(db.withoutPlugins(), table)) used.add(id)
  }
  const unknown = [...used].filter((id) => !secretIds.includes(id))
  if (unknown.length > 0) throw new ConfigurationError(secretUnknown(unknown))
}

export interface RotateTokensOptions {
  /**
   * True: tokens, API keys and signing keys whose secret is missing, or that were changed in the
   * database, are revoked. Default false: they are an error.
   */
  revokeLost?: boolean
  /** Called after each batch of rows. Default none. */
  onProgress?: OnProgress
}

const rotateTokensOptions = knownOptions<RotateTokensOptions>('rotateTokens()', {
  revokeLost: 'optional',
  onProgress: progressRule,
})

/** The result of a rotation: tokens, API keys and signing keys together. */
export interface RotatedTokens {
  /** How many were sealed with the first secret. */
  readonly rotated: number
  /** How many were revoked, because their secret is lost or they were changed. */
  readonly revoked: number
}

/**
 * Seals every token, API key and signing key with the first of the secrets, so that the others are
 * no longer needed for them. The keys do not change, and stay valid meanwhile wherever all of these
 * secrets are known. Refresh tokens are signed and not sealed: those of the other secrets are valid
 * until these are removed.
 *
 * @throws ConfigurationError when some are sealed with a secret that is not given.
 * @throws TokenUnreadable when one was changed in the database.
 */
export async function rotateTokens(
  db: AnyDatabase,
  secrets: readonly string[],
  options: RotateTokensOptions = {},
): Promise<RotatedTokens> {
  rotateTokensOptions.require(options)
  const { revokeLost = false, onProgress } = options
  if (!revokeLost) await requireTokenSecrets(db, secrets)

  let rotated = 0
  let revoked = 0
  for (const sealedTable of sealedTables) {
    const plain = db.withoutPlugins()
    const done = await rotateTable(plain, sealedTable, secrets, revokeLost, onProgress)
    rotated += done.rotated
    revoked += done.revoked
  }
  // Imported on demand: a service starts without it.
  const { resealSigningKeys } = await import('./pairs/reseal-signing-keys.ts')
  const signing = await resealSigningKeys(db, secrets, revokeLost)
  return { rotated: rotated + signing.rotated, revoked: revoked + signing.revoked }
}

async function rotateTable(
  db: AnyDatabase,
  sealedTable: SealedTable,
  secrets: readonly string[],
  revokeLost: boolean,
  onProgress?: OnProgress,
): Promise<RotatedTokens> {
  const vault = createTokenVault(secrets, sealedTable.kind)
  const [current = '', ...others] = vault.secretIds
  let rotated = 0
  let revoked = 0
  const used = await usedSecretIds(db, sealedTable.table)
  const ids = used.filter((id) => id !== current)
  if (ids.length === 0) return { rotated, revoked }
  const onBatch = onProgress && (await countdown(db, sealedTable.table, current, onProgress))
  for (const id of ids) {
    if (others.includes(id)) {
      const done = await rotateFrom(id, db, sealedTable, vault, revokeLost, onBatch)
      rotated += done.rotated
      revoked += done.revoked
    } else if (revokeLost) {
      revoked += await revokeWhere(db, sealedTable, 'secret_id', id)
    } else {
      // Another process, which has this secret, has made its first key since the check before.
      throw new ConfigurationError(secretUnknown([id]))
    }
  }
  return { rotated, revoked }
}

/** Reports batches of rows as parts of all that have another secret now. */
async function countdown(
  db: AnyDatabase,
  table: string,
  current: string,
  onProgress: OnProgress,
): Promise<(rows: number) => void> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('count'))
    .where('secret_id', '!=', current)
    .executeTakeFirstOrThrow()
  let done = 0
  return (rows) => {
    done += rows
    onProgress({ of: table, done, total: Number(count), unit: 'rows' })
  }
}

/** The identifiers of the secrets of a table, each found by one index lookup. */
async function usedSecretIds(db: AnyDatabase, table: string): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const row = await db
      .selectFrom(table)
      .select('secret_id')
      .where('secret_id', '>', ids.at(-1) ?? '')
      .orderBy('secret_id')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return ids
    ids.push(row.secret_id)
  }
}

/** Rows per transaction, few enough that other writers need not wait long. */
const batchSize = 200

async function rotateFrom(
  secretId: string,
  db: AnyDatabase,
  sealedTable: SealedTable,
  vault: TokenVault,
  revokeLost: boolean,
  onBatch?: (rows: number) => void,
): Promise<RotatedTokens> {
  const { table, id, beforeAll } = sealedTable
  let rotated = 0
  let revoked = 0
  let last: unknown = beforeAll
  for (;;) {
    const rows: SealedRow[] = await db
      .selectFrom(table)
      .select([`${id} as id`, 'user_id', 'digest', 'sealed', 'secret_id'])
      .where('secret_id', '=', secretId)
      .where(id, '>', last)
      .orderBy(id)
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return { rotated, revoked }

    // It may be tried twice, so the batch is counted by itself.
    const batch = await inTransaction(db, async (transaction) => {
      const done = { rotated: 0, revoked: 0 }
      for (const row of rows) {
        const key = keyOf(row, vault, revokeLost)
        if (key !== null) done.rotated += await rotate(row, key, transaction, table, vault)
        else done.revoked += await revokeWhere(transaction, sealedTable, 'digest', row.digest)
      }
      return done
    })
    rotated += batch.rotated
    revoked += batch.revoked
    last = rows.at(-1)?.id
    onBatch?.(rows.length)
    // Statements on SQLite block the thread: yield between two batches.
    await new Promise((later) => setTimeout(later))
  }
}

interface SealedRow extends SealedKey {
  readonly id: number | string
  readonly user_id: number
}

/** The key; null when it cannot be read and is to be revoked. */
function keyOf(row: SealedRow, vault: TokenVault, revokeLost: boolean): string | null {
  try {
    return vault.open(row, row.user_id)
  } catch (error) {
    if (revokeLost && error instanceof TokenUnreadable) return null
    throw error
  }
}

/**
 * One that was replaced or revoked meanwhile is left alone. @returns how many were changed, 0 or 1.
 */
async function rotate(
  { user_id, digest }: SealedRow,
  key: string,
  db: AnyDatabase,
  table: string,
  vault: TokenVault,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set(vault.seal(key, user_id))
    .where('digest', '=', digest)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** @returns how many were revoked. */
async function revokeWhere(
  db: AnyDatabase,
  { table }: SealedTable,
  column: 'digest' | 'secret_id',
  value: string,
): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom(table).where(column, '=', value).executeTakeFirst()
  return Number(numDeletedRows)
}
