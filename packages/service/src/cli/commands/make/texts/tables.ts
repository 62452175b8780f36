import type { Field } from '../fields.ts'
import { arrow, fitted } from '../layout.ts'
import type { Name } from '../names.ts'

/** A migration that makes the table. */
export const tableMigrationText = (number: string, { snake }: Name, fields: readonly Field[]) => `\
  '${number}_${snake}': {
    async up(db) {
      await db.schema
        .createTable('${snake}')
        .addColumn('id', 'integer', identity(db))
        .addColumn('owner', 'integer', (owner) =>
          owner.notNull().references('turnpike_user.id').onDelete('cascade'),
        )
${fields.map(columnText).join('')}\
        .addColumn('created', 'varchar(30)', (created) => created.notNull())
        .execute()
${indexText(snake)}
    },
  },
`

const columnText = ({ name, camel, column }: Field) =>
  fitted(
    `        .addColumn('${name}', '${column}', (${camel}) => ${camel}.notNull())\n`.trimEnd(),
    `        .addColumn('${name}', '${column}', (${camel}) =>\n          ${camel}.notNull(),\n        )`,
  ).concat('\n')

const indexText = (table: string) =>
  fitted(
    `      await db.schema.createIndex('${table}_owner').on('${table}').columns(['owner', 'id']).execute()`,
    `      await db.schema
        .createIndex('${table}_owner')
        .on('${table}')
        .columns(['owner', 'id'])
        .execute()`,
  )

/** An entry of `Tables` for Kysely. */
export const kyselyTableText = ({ snake }: Name, fields: readonly Field[]): string => `\
  ${snake}: {
    id: Generated<number>
    owner: number
${fields.map(({ name, type }) => `    ${name}: ${type}\n`).join('')}\
    created: string
  }
`

export const kyselyStoreText = ({ camel, snake }: Name): string =>
  arrow(`export const ${camel}Store = ({ db }: Context)`, `kyselyStore(db, '${snake}')`)

/** The file of the stores, with the first one. */
export const kyselyStoresText = (name: Name): string => `\
import { kyselyStore } from '@turnpike/sql'
import type { Context } from './api.ts'

${kyselyStoreText(name)}
`

export type Dialect = 'sqlite' | 'postgresql'

/** A table for Drizzle. */
export function drizzleTableText(
  { camel, snake }: Name,
  fields: readonly Field[],
  dialect: Dialect,
): string {
  const [table, id, created] = {
    sqlite: ['sqliteTable', 'integer().primaryKey()', 'text()'],
    postgresql: [
      'pgTable',
      'integer().primaryKey().generatedByDefaultAsIdentity()',
      'varchar({ length: 30 })',
    ],
  }[dialect]
  return `\
export const ${camel} = ${table}('${snake}', {
  id: ${id},
  owner: integer().notNull(),
${fields.map(({ name, drizzle }) => `  ${name}: ${drizzle[dialect]}.notNull(),\n`).join('')}\
  created: ${created}.notNull(),
})
`
}

export const drizzleStoreText = ({ camel }: Name): string =>
  arrow(
    `export const ${camel}Store = (context: Context)`,
    `drizzleStore(openDrizzle(context), schema.${camel})`,
  )

/** A model for Prisma, in columns as `prisma format` has them. */
export function prismaModelText({ pascal, snake }: Name, fields: readonly Field[]): string {
  const rows = [
    ['id', 'Int', '@id @default(autoincrement())'],
    ['owner', 'Int', ''],
    ...fields.map(({ name, prisma }) => [name, prisma, '']),
    ['created', 'String', ''],
  ]
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const [names, types] = [widthOf(0), widthOf(1)]
  const lines = rows.map(([name = '', type = '', rest]) =>
    `  ${name.padEnd(names)} ${type.padEnd(types)} ${rest}`.trimEnd(),
  )
  return `\
/// As the migrations make it.
model ${pascal} {
${lines.join('\n')}

  @@map("${snake}")
}
`
}

export const prismaStoreText = ({ camel }: Name): string =>
  arrow(
    `export const ${camel}Store = (context: Context)`,
    `prismaStore(openPrisma(context).${camel})`,
  )
