import type { Insertable, Kysely } from 'kysely'
import { knownOptions, type SigningKeyStore, type StoredSigningKey } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../../database.ts'
import { inTransaction } from '../../transactions/in-transaction.ts'
import { joining } from '../../transactions/joining.ts'
import { standingWrite } from '../../transactions/standing-write.ts'
import { seal } from '../sealing.ts'
import { sealingSecrets } from '../token-vault.ts'
import { openKey, ownerOf, type SealingKey, sealingKeyOf } from './sealed-key.ts'
import type { SigningKeyTable, SigningKeyTables } from './tables.ts'

export interface KyselySigningKeysOptions {
  /**
   * Secrets of at least 32 characters, stored apart from the database: they seal the private keys.
   * The first one seals, all of them open, so a new secret can be put in front.
   */
  secrets: readonly string[]
}

export const kyselySigningKeysOptions = knownOptions<KyselySigningKeysOptions>(
  'kyselySigningKeys()',
  { secrets: { required: sealingSecrets } },
)

/**
 * Signing keys in the table `turnpike_signing_key`, which `migrate(db)` creates. Private keys are
 * stored encrypted. A new key stands even if the transaction of its request is rolled back.
 *
 * @throws ConfigurationError when the secrets are invalid.
 */
export function kyselySigningKeys(
  db: AnyDatabase,
  options: KyselySigningKeysOptions,
): SigningKeyStore {
  kyselySigningKeysOptions.require(options)
  const plain = db.withoutPlugins()
  const tables = keysIn(plain)
  // Outside of a transaction, whose snapshot may lack a key of another process. SQLite has one
  // writer at a time, and there the key may be that transaction's own.
  const reading = isSqlite(db) ? keysIn(joining(plain)) : tables
  const [first, ...others] = options.secrets.map(sealingKeyOf) as [SealingKey, ...SealingKey[]]
  const ring = [first, ...others]

  return {
    async all() {
      const rows = await reading
        .selectFrom('turnpike_signing_key')
        .selectAll()
        .orderBy('signs_from')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        algorithm: row.algorithm,
        privateKey: openKey(row, ring),
        created: new Date(row.created),
        signsFrom: new Date(row.signs_from),
      }))
    },

    async add(key, after) {
      const row = rowOf(key, after, first)
      const { numInsertedOrUpdatedRows } = await standingWrite(plain, (db) =>
        keysIn(db)
          .insertInto('turnpike_signing_key')
          .values(row)
          .onConflict((conflict) => conflict.column('follows').doNothing())
          .executeTakeFirst(),
      )
      return numInsertedOrUpdatedRows === 1n
    },

    async remove(ids) {
      if (ids.length === 0) return
      await standingWrite(plain, (db) =>
        keysIn(db).deleteFrom('turnpike_signing_key').where('id', 'in', ids).execute(),
      )
    },

    replaceAll: (key) =>
      inTransaction(tables, async (tables) => {
        await tables.deleteFrom('turnpike_signing_key').execute()
        await tables
          .insertInto('turnpike_signing_key')
          .values(rowOf(key, null, first))
          .execute()
      }),
  }
}

const keysIn = (db: AnyDatabase): Kysely<SigningKeyTables> => db

const rowOf = (
  { id, algorithm, privateKey, created, signsFrom }: StoredSigningKey,
  after: string | null,
  sealing: SealingKey,
): Insertable<SigningKeyTable> => ({
  id,
  follows: after ?? '',
  algorithm,
  sealed: seal(JSON.stringify(privateKey), sealing.key, ownerOf(id)),
  secret_id: sealing.id,
  created: created.toISOString(),
  signs_from: signsFrom.toISOString(),
})
