import type { Field } from '../fields.ts'
import type { Name } from '../names.ts'

/** A migration that adds columns, which are empty in the rows that are there. */
export const columnsMigrationText = (
  number: string,
  { snake }: Name,
  table: string,
  fields: readonly Field[],
): string => `\
  '${number}_${snake}': {
    async up(db) {
${fields.map(({ name, column }) => alterText(table, `addColumn('${name}', '${column}')`)).join('')}\
    },
    async down(db) {
${fields.map(({ name }) => alterText(table, `dropColumn('${name}')`)).join('')}\
    },
  },
`

/** SQLite changes one column in a statement. */
const alterText = (table: string, change: string) => {
  const line = `      await db.schema.alterTable('${table}').${change}.execute()`
  return line.length <= 100
    ? `${line}\n`
    : `      await db.schema\n        .alterTable('${table}')\n        .${change}\n        .execute()\n`
}

/**
 * A migration that fails until it is written: `turnpike dev` would apply an empty one at once, and
 * never again.
 */
export const openMigrationText = (number: string, { snake }: Name): string => `\
  '${number}_${snake}': {
    async up() {
      throw new Error('Write the migration ${number}_${snake} in src/migrations.ts.')
    },
  },
`
