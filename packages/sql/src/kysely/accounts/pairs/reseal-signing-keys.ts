import type { Kysely } from 'kysely'
import type { AnyDatabase } from '../../database.ts'
import { inTransaction } from '../../transactions/in-transaction.ts'
import { seal } from '../sealing.ts'
import { openKey, ownerOf, type SealingKey, sealingKeyOf } from './sealed-key.ts'
import type { SigningKeyTables } from './tables.ts'

/**
 * Seals every signing key with the first of the secrets. The keys do not change.
 *
 * @param revokeLost true: keys that cannot be read are deleted. False: they are an error.
 * @returns how many were sealed and deleted.
 * @throws ConfigurationError when one cannot be read.
 */
export function resealSigningKeys(
  db: AnyDatabase,
  secrets: readonly string[],
  revokeLost: boolean,
): Promise<{ rotated: number; revoked: number }> {
  const [first, ...others] = secrets.map(sealingKeyOf) as [SealingKey, ...SealingKey[]]
  const tables: Kysely<SigningKeyTables> = db.withoutPlugins()

  return inTransaction(tables, async (tables) => {
    let rotated = 0
    let revoked = 0
    const rows = await tables
      .selectFrom('turnpike_signing_key')
      .select(['id', 'sealed', 'secret_id'])
      .where('secret_id', '!=', first.id)
      .execute()
    for (const row of rows) {
      const key = revokeLost ? orNull(() => openKey(row, others)) : openKey(row, others)
      const text = key && seal(JSON.stringify(key), first.key, ownerOf(row.id))
      if (text === null) {
        await tables.deleteFrom('turnpike_signing_key').where('id', '=', row.id).execute()
        revoked++
      } else {
        await tables
          .updateTable('turnpike_signing_key')
          .set({ sealed: text, secret_id: first.id })
          .where('id', '=', row.id)
          .execute()
        rotated++
      }
    }
    return { rotated, revoked }
  })
}

function orNull<Value>(open: () => Value): Value | null {
  try {
    return open()
  } catch {
    return null
  }
}
