import { Migrator } from 'kysely/migration'
import { type AnyDatabase, accountMigrations } from '../../src/kysely/index.ts'

/** The names of the migrations that such a database lacks. */
export const sinceClearText: readonly string[] = Object.keys(accountMigrations).filter(
  (name) => name >= 'turnpike_0005',
)

/** Brings an empty database to the version that kept token keys in clear text, with such tokens. */
export async function fillWithClearText(
  db: AnyDatabase,
  tokens: readonly { username: string; key: string }[],
): Promise<void> {
  const before = Object.fromEntries(
    Object.entries(accountMigrations).filter(([name]) => !sinceClearText.includes(name)),
  )
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => before },
    migrationTableName: 'turnpike_migration',
    migrationLockTableName: 'turnpike_migration_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error

  await db.transaction().execute((transaction) => addTokens(transaction, tokens))
}

async function addTokens(
  db: AnyDatabase,
  tokens: readonly { username: string; key: string }[],
): Promise<void> {
  const created = '2026-11-20T18:51:44.825Z'
  for (const { username, key } of tokens) {
    const { id } = await db
      .insertInto('turnpike_user')
      .values(({ lit }) => ({
        username,
        email: '',
        is_active: lit(true),
        is_staff: lit(false),
        created,
      }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('turnpike_token').values({ key, user_id: id, created }).execute()
  }
}
