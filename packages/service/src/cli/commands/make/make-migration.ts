import { CommandFailed } from 'turnpike/kit'
import { findApplication } from './application.ts'
import { withMigration } from './edits.ts'
import { fieldsOf } from './fields.ts'
import { nameOf } from './names.ts'
import { carryOut, type MakeOptions } from './plan.ts'
import { columnsMigrationText, openMigrationText } from './texts/migration.ts'

/** Adds a migration: one that adds columns to a table, or one to be written. */
export async function makeMigration(
  given: string,
  givenTable: string | undefined,
  givenFields: readonly string[],
  options: MakeOptions,
): Promise<void> {
  const name = nameOf('migration', given)
  const table = givenTable === undefined ? null : nameOf('table', givenTable).snake
  const fields = fieldsOf(givenFields)
  if (table !== null && fields.length === 0) {
    throw new CommandFailed(`Name the columns to add to ${table}: colour:string.`)
  }

  const { folder, migrations } = await findApplication()
  if (new RegExp(`^  '?\\d+_${name.snake}\\b`, 'm').test(migrations)) {
    throw new CommandFailed(
      `src/migrations.ts has a migration ${name.snake} already. Nothing was changed.`,
    )
  }
  if (table !== null && !migrations.includes(`createTable('${table}')`)) {
    const tables = [...migrations.matchAll(/createTable\('(\w+)'\)/g)].map(([, name]) => name)
    throw new CommandFailed(
      `No migration makes the table ${table}${tables.length > 0 ? `, but ${tables.join(', ')}` : ''}. ` +
        'Nothing was changed.',
    )
  }
  await carryOut(
    folder,
    {
      made: {},
      changed: [
        {
          path: 'src/migrations.ts',
          edit: withMigration((number) =>
            table === null
              ? openMigrationText(number, name)
              : columnsMigrationText(number, name, table, fields),
          ),
          advice: `Add a migration ${name.snake} to src/migrations.ts.`,
        },
      ],
      next: [
        table === null
          ? `Write the migration ${name.snake} in src/migrations.ts: until then it fails.`
          : `Add the columns to the table ${table} of the ORM, where they may be null.`,
      ],
    },
    options,
  )
}
