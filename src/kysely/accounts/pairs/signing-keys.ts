import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type {
  SigningKeyStore,
  StoredSigningKey,
} from '../../../accounts/pairs/signing-key-store.ts'
import { ConfigurationError } from '../../../errors/configuration-error.ts'
import { knownOptions } from '../../../errors/known-options.ts'
import { deriveKey } from '../../../http/signing.ts'
import type { AnyDatabase } from '../../database.ts'
import { inTransaction } from '../../transactions/in-transaction.ts'
import { standingWrite } from '../../transactions/standing-write.ts'
import { seal, unseal } from '../sealing.ts'
import { sealingSecrets } from '../token-vault.ts'
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
  const [first, ...others] = options.secrets.map(sealingKeyOf) as [SealingKey, ...SealingKey[]]
  const ring = [first, ...others]

  return {
    async all() {
      const rows = await tables
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
      await tables.deleteFrom('turnpike_signing_key').where('id', 'in', ids).execute()
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

/**
 * Seals every signing key with the first of the secrets. The keys do not change.
 *
 * @returns how many were sealed.
 * @throws ConfigurationError when one is sealed with a secret that is not given.
 */
export async function resealSigningKeys(
  db: AnyDatabase,
  secrets: readonly string[],
): Promise<number> {
  const ring = secrets.map(sealingKeyOf) as [SealingKey, ...SealingKey[]]
  const [first] = ring
  const tables: Kysely<SigningKeyTables> = db.withoutPlugins()
  return inTransaction(tables, async (tables) => {
    const rows = await tables
      .selectFrom('turnpike_signing_key')
      .selectAll()
      .where('secret_id', '!=', first.id)
      .execute()
    for (const row of rows) {
      const text = JSON.stringify(openKey(row, ring))
      await tables
        .updateTable('turnpike_signing_key')
        .set({ sealed: seal(text, first.key, ownerOf(row.id)), secret_id: first.id })
        .where('id', '=', row.id)
        .execute()
    }
    return rows.length
  })
}

const keysIn = (db: AnyDatabase): Kysely<SigningKeyTables> => db

interface SealingKey {
  id: string
  key: KeyObject
}

const sealingKeyOf = (secret: string): SealingKey => ({
  id: Buffer.from(deriveKey(secret, 'signing key secret id')).toString('hex').slice(0, 16),
  key: createSecretKey(deriveKey(secret, 'signing key sealing')),
})

/** Sealed with the key, so that writing to the database cannot put one in the place of another. */
const ownerOf = (id: string) => `turnpike signing key ${id}`

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

function openKey(
  { id, sealed, secret_id }: { id: string; sealed: string; secret_id: string },
  ring: readonly SealingKey[],
): StoredSigningKey['privateKey'] {
  const opening = ring.find((one) => one.id === secret_id)
  if (opening === undefined) throw new ConfigurationError(secretMissing(id, secret_id))
  try {
    return JSON.parse(unseal(sealed, opening.key, ownerOf(id)))
  } catch (cause) {
    throw new ConfigurationError(
      `The signing key ${id} was changed in the database and cannot be read. Replace all keys with: ` +
        'turnpike signing-keys rotate --now',
      { cause },
    )
  }
}

const secretMissing = (id: string, secretId: string) =>
  `The signing key ${id} is sealed with a secret (${secretId}) that is not in SECRET_KEYS. Add that ` +
  'secret after the others, or replace all keys with: turnpike signing-keys rotate --now'
