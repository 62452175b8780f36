import { type Kysely, sql } from 'kysely'
import { ConfigurationError } from 'turnpike'
import type { AccountTables } from '../../accounts/tables.ts'
import { createTokenVault } from '../../accounts/token-vault.ts'
import { type AnyDatabase, isSqlite } from '../../database.ts'

/** Tokens sealed at a time. */
const batchSize = 500

/**
 * A migration: replaces a table of tokens with plain keys by one with digests and sealed keys. The
 * tokens stay valid.
 *
 * @throws ConfigurationError when there are tokens and no secrets.
 */
export async function sealTokenTable(db: AnyDatabase, secrets: readonly string[]): Promise<void> {
  // Otherwise tokens created meanwhile by a running service would be lost.
  if (!isSqlite(db)) await sql`lock table turnpike_token`.execute(db)
  await createSealedTable(db)
  await sealTokens(db.withoutPlugins(), secrets)
  await erasing(db, () => db.schema.dropTable('turnpike_token').execute())
  await sql`alter table turnpike_token_sealed rename to turnpike_token`.execute(db)
  await db.schema
    .createIndex('turnpike_token_secret_id')
    .on('turnpike_token')
    .column('secret_id')
    .execute()
}

/** Overwrites deleted data, which SQLite otherwise leaves in the file until it needs the space. */
async function erasing(db: AnyDatabase, work: () => Promise<void>): Promise<void> {
  if (!isSqlite(db)) return work()

  const plain = db.withoutPlugins()
  const { rows } = await sql<{ secure_delete: number }>`pragma secure_delete`.execute(plain)
  await sql`pragma secure_delete = on`.execute(plain)
  await work()
  if (rows[0]?.secure_delete !== 1) await sql`pragma secure_delete = off`.execute(plain)
}

async function createSealedTable(db: AnyDatabase): Promise<void> {
  const moment = isSqlite(db) ? 'text' : 'timestamptz'

  await db.schema
    .createTable('turnpike_token_sealed')
    .addColumn('digest', 'text', (digest) => digest.primaryKey())
    .addColumn('user_id', 'integer', (userId) =>
      userId.notNull().unique().references('turnpike_user.id').onDelete('cascade'),
    )
    .addColumn('sealed', 'text', (sealed) => sealed.notNull())
    .addColumn('secret_id', 'text', (secretId) => secretId.notNull())
    .addColumn('created', moment, (created) => created.notNull())
    .addColumn('last_used', moment)
    .execute()
}

interface Tables {
  turnpike_token: { key: string; user_id: number; created: Date | string }
  turnpike_token_sealed: AccountTables['turnpike_token']
}

async function sealTokens(db: Kysely<Tables>, secrets: readonly string[]): Promise<void> {
  const first = await db.selectFrom('turnpike_token').select('user_id').executeTakeFirst()
  if (first === undefined) return
  const { seal } = createTokenVault(requireSecrets(secrets))
  let last = 0
  for (;;) {
    const tokens = await db
      .selectFrom('turnpike_token')
      .selectAll()
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(batchSize)
      .execute()
    if (tokens.length === 0) return

    const rows = tokens.map(({ key, user_id, created }) => ({
      ...seal(key, user_id),
      user_id,
      created: new Date(created).toISOString(),
      last_used: null,
    }))
    await db.insertInto('turnpike_token_sealed').values(rows).execute()
    last = tokens.at(-1)?.user_id ?? last
  }
}

function requireSecrets(secrets: readonly string[]): readonly string[] {
  if (secrets.length > 0) return secrets
  throw new ConfigurationError(
    'The database has token keys in clear text, which this version seals. Give migrate() the ' +
      'secrets of kyselyAccounts(): migrate(db, migrations, { secrets }). Nothing was changed.',
  )
}
