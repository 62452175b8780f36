import { CommandFailed } from 'turnpike/kit'
import { type Application, findApplication } from './application.ts'
import { all, withImported, withMigration, withViews } from './edits.ts'
import { type Field, fieldsOf } from './fields.ts'
import { type Name, type ResourceName, resourceNameOf } from './names.ts'
import { type Change, carryOut, type MakeOptions } from './plan.ts'
import { hasNoStores, tables } from './resource-tables.ts'
import { kyselyStoresText, tableMigrationText } from './texts/tables.ts'
import { viewsText } from './texts/views.ts'
import { viewsTestText } from './texts/views-test.ts'

/** Writes the table, its migration, the views and their test, and registers the views. */
export async function makeResource(
  given: string,
  givenFields: readonly string[],
  options: MakeOptions,
): Promise<void> {
  const name = resourceNameOf(given)
  // Those of the notes of a new application.
  const fields = fieldsOf(givenFields.length > 0 ? givenFields : ['title:string', 'body:text'])
  const application = await findApplication()
  requireNew(application, name)

  const file = name.all.kebab
  const views = `${name.all.camel}Views`
  const plan = {
    made: {
      [`src/${file}.ts`]: viewsText(name, fields),
      [`test/${file}.test.ts`]: viewsTestText(name, fields),
      ...(hasNoStores(application) && { 'src/database.ts': kyselyStoresText(name.one) }),
    },
    changed: [
      migration(name.one, fields),
      ...tables(application, name.one, fields),
      {
        path: 'src/service.ts',
        edit: withViews(views, `${file}.ts`),
        advice: `Add to the views of the service: ...${views}(api, context), which src/${file}.ts exports.`,
      },
    ],
    next: application.orm === 'prisma' ? ['npx prisma generate'] : [],
  }
  await carryOut(application.folder, plan, options)
}

/** @throws CommandFailed when the resource, its table or its path is there. */
function requireNew({ migrations, texts }: Application, { one, all }: ResourceName): void {
  const places = [
    ['src/migrations.ts', migrations, `createTable\\(['"\`]${one.snake}['"\`]`],
    ['src/tables.ts', texts.tables, `^  ${one.snake}:`],
    ['src/schema.ts', texts.schema, `\\bconst ${one.camel}\\b`],
    [
      'prisma/schema.prisma',
      texts.prisma,
      `^(?:model|enum|type) ${one.pascal}\\b|@@map\\("${one.snake}"\\)`,
    ],
    ['src/database.ts', texts.database, `\\b${one.camel}Store\\b`],
    ['src/service.ts', texts.service, `\\b${all.camel}Views\\b|['"]/${all.kebab}/`],
  ] as const
  for (const [path, text, pattern] of places) {
    if (!new RegExp(pattern, 'm').test(text)) continue
    throw new CommandFailed(
      `${path} has a ${one.words} already: the resource ${all.kebab} is not made. Nothing was changed.`,
    )
  }
}

const migration = (name: Name, fields: readonly Field[]): Change => ({
  path: 'src/migrations.ts',
  edit: all(
    withImported(['identity'], '@turnpike/sql'),
    withMigration((number) => tableMigrationText(number, name, fields)),
  ),
  advice: `Add a migration that makes the table ${name.snake}: turnpike make resource --dry-run in a new application shows one.`,
})
