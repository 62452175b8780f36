import { ConfigurationError } from 'turnpike'
import { readSchema } from '../inspect/inspect.ts'
import type { Catalogue, Table } from '../inspect/schema.ts'
import { accountTables } from './accounts.ts'
import { fieldsOf } from './fields.ts'
import { passwordIterations } from './iterations.ts'
import { isOfDjango, isOfPackage, isPackage } from './packages.ts'
import type { AccountTables, DjangoProject, LeftTable, Model } from './project.ts'
import { sampleOf } from './sample.ts'

/** A model as Django lists it. */
interface Listed {
  readonly app: string
  readonly name: string
}

/**
 * Reads what a database says about its Django project.
 *
 * @throws ConfigurationError when it is not the database of a Django project.
 */
export async function readProject(catalogue: Catalogue): Promise<DjangoProject> {
  const { dialect, tables } = await readSchema(catalogue)
  const names = new Set(tables.map(({ name }) => name))
  for (const needed of ['django_migrations', 'django_content_type']) {
    if (!names.has(needed)) throw notDjango(needed)
  }
  const listed = await listedModels(catalogue)
  const verboseNames = await readVerboseNames(catalogue, tables)
  const accounts = accountTables(tables)
  const found = matched(listed, tables)
  const joins = new Set(tables.filter((table) => !found.has(table) && isJoin(table)))
  const ownJoins: Table[] = []
  const models: Model[] = []
  const left: LeftTable[] = []
  for (const table of tables) {
    const model = { ...(found.get(table) ?? unlisted(table, listed)), isListed: found.has(table) }
    const reason = reasonToLeave(table, model, accounts)
    if (reason !== null) left.push({ table: table.name, reason })
    else if (joins.has(table)) ownJoins.push(table)
    else {
      const fields = fieldsOf(table, await sampleOf(catalogue, table))
      const key = table.primaryKey.flatMap(
        (name) => fields.find(({ column }) => column.name === name) ?? [],
      )
      const verboseName = verboseNames.get(`${model.app}.${model.name}`) ?? model.name
      models.push({ ...model, verboseName, table, fields, key })
    }
  }
  const matchedModels = new Set(found.values())
  const { users } = accounts
  // The last statement: where it fails, PostgreSQL answers no other one.
  const iterations = users === null ? null : await passwordIterations(catalogue, users)
  return {
    dialect,
    tables,
    accounts,
    passwordIterations: iterations,
    joins: ownJoins,
    left,
    models: models.toSorted(
      (one, other) => compare(one.app, other.app) || compare(one.name, other.name),
    ),
    missing: listed
      .filter((model) => !matchedModels.has(model) && !isPackage(model.app))
      .map(({ app, name }) => `${app}.${name}`),
  }
}

const notDjango = (table: string) =>
  new ConfigurationError(
    `The database has no table ${table}: it does not belong to a Django project. Name the one in ` +
      'its setting DATABASES, or make the tables: python manage.py migrate',
  )

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)

async function listedModels({ rows, quote }: Catalogue): Promise<Listed[]> {
  const found = await rows(
    `select app_label as app, model as name from ${quote('django_content_type')} order by app_label, model`,
  )
  return found.map(({ app, name }) => ({ app: String(app), name: String(name) }))
}

/** The names of models in words, by their labels: Django writes them into its permissions. */
async function readVerboseNames(
  { rows, quote }: Catalogue,
  tables: readonly Table[],
): Promise<ReadonlyMap<string, string>> {
  if (!tables.some(({ name }) => name === 'auth_permission')) return new Map()
  const found = await rows(
    `select t.app_label as app, t.model as model, p.codename as code, p.name as name from ${quote('auth_permission')} p ` +
      `join ${quote('django_content_type')} t on t.id = p.content_type_id`,
  )
  const prefix = 'Can add '
  const additions = found.filter(
    ({ model, code, name }) => code === `add_${model}` && String(name).startsWith(prefix),
  )
  return new Map(
    additions.map(({ app, model, name }) => [`${app}.${model}`, String(name).slice(prefix.length)]),
  )
}

/**
 * The model of each table: `notes_note` is `notes.note`, and so is `notes_Note`. A table that a
 * model names itself (`db_table`) is found if its name is that of the model, or its plural.
 */
function matched(listed: readonly Listed[], tables: readonly Table[]): Map<Table, Listed> {
  const found = new Map<Table, Listed>()
  const taken = new Set<Listed>()
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const spellings: ((model: Listed) => readonly string[])[] = [
    ({ app, name }) => [`${app}${name}`],
    ({ name }) => [name, `${name}s`],
  ]
  for (const spellingsOf of spellings) {
    const free = listed.filter((model) => !taken.has(model))
    const bySpelling = Map.groupBy(
      free.flatMap((model) => spellingsOf(model).map((name) => ({ name: plain(name), model }))),
      ({ name }) => name,
    )
    for (const table of tables) {
      const candidates = bySpelling.get(plain(table.name)) ?? []
      const [first] = candidates
      // Two models may share the name of a table that neither says is its own.
      if (first === undefined || candidates.length > 1 || found.has(table)) continue
      if (taken.has(first.model)) continue
      found.set(table, first.model)
      taken.add(first.model)
    }
  }
  return found
}

/** A number, and two foreign keys that are unique together: what many-to-many fields make. */
const isJoin = ({ columns, foreignKeys, uniques }: Table): boolean =>
  columns.length === 3 &&
  foreignKeys.length === 2 &&
  uniques.some(
    (unique) =>
      unique.length === 2 &&
      unique.every((column) => foreignKeys.some(({ columns }) => columns[0] === column)),
  )

/** The app that the name of a table begins with, the longest first; else the table's own. */
function unlisted({ name }: Table, listed: readonly Listed[]): Listed {
  const apps = [...new Set(listed.map(({ app }) => app))].toSorted(
    (one, other) => other.length - one.length,
  )
  const app = apps.find((label) => name.startsWith(`${label}_`))
  return app === undefined
    ? { app: 'other', name }
    : { app, name: name.slice(app.length + 1) || name }
}

function reasonToLeave(
  { name, primaryKey }: Table,
  { app, isListed }: Listed & { readonly isListed: boolean },
  { users }: AccountTables,
): LeftTable['reason'] | null {
  const own = users === null ? [] : ['', '_groups', '_user_permissions']
  if (own.some((suffix) => name === `${users?.table}${suffix}`)) return 'accounts'
  if (isOfDjango(name) || isPackage(app) || (!isListed && isOfPackage(name))) return 'package'
  return primaryKey.length === 0 ? 'no key' : null
}
