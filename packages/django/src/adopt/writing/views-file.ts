import type { Column } from '../inspect/schema.ts'
import type { Field, Model } from '../project/project.ts'
import type { AdoptedSettings } from '../settings/adopted.ts'
import {
  type ColumnContext,
  type Expression,
  sentSchema,
  shownSchema,
  type ValueName,
} from './columns.ts'
import type { ModelNames, Names } from './names.ts'
import type { Policies } from './settings-file.ts'
import {
  bracketed,
  type Code,
  followed,
  Imports,
  labelled,
  memberName,
  printed,
  stringLiteral,
} from './source.ts'

/** What clients may do with a model. */
export interface Abilities {
  readonly canCreate: boolean
  readonly canUpdate: boolean
}

/** Whether a column has to be given when a row is added. */
const isRequired = ({ isNullable, isGenerated, hasDefault }: Column): boolean =>
  !isNullable && !isGenerated && !hasDefault

/** Keys of 16 random bytes, which Django makes in its code. */
const isMadeKey = ({ key }: Model): boolean =>
  key.length === 1 && key[0]?.column.type.kind === 'uuid' && key[0].references === null

/** The fields that clients send. */
const sentFields = (model: Model): readonly Field[] =>
  model.fields.filter(
    (field) =>
      field.hidden === null &&
      !field.column.isGenerated &&
      !(isMadeKey(model) && field === model.key[0]),
  )

const shownFields = (model: Model): readonly Field[] =>
  model.fields.filter(({ hidden }) => hidden === null)

export function abilitiesOf(model: Model): Abilities {
  const sent = sentFields(model)
  const isComplete = model.fields.every(
    (field) =>
      sent.includes(field) ||
      !isRequired(field.column) ||
      (isMadeKey(model) && field === model.key[0]),
  )
  return { canCreate: sent.length > 0 && isComplete, canUpdate: sent.length > 0 }
}

/** What the files of an application are written from. */
export interface WritingContext extends ColumnContext {
  readonly names: Names
  readonly settings: AdoptedSettings
  readonly policies: Policies
  /** The codecs that were used. */
  readonly usedValues: Set<ValueName>
}

/** The file with the views of an app. */
export function viewsFile(app: string, models: readonly Model[], context: WritingContext): string {
  const imports = new Imports()
  imports.add('zod', 'z')
  imports.add('./settings.ts', 'type Context')
  const parts = models.map((model) => {
    const names = context.names.models.get(model) as ModelNames
    return {
      schemas: schemasOf(model, names, context, imports),
      ...viewsOf(model, names, context, imports),
    }
  })
  const used = ['api', 'db', ...(parts.some(({ usesDjango }) => usesDjango) ? ['django'] : [])]
  const constants = parts.flatMap(({ constants }) => constants)
  const lines = constants.map((constant) => `  ${printed(constant, 2)}\n`).join('')
  const views = parts.flatMap(({ list, detail }) => [list, detail])
  const head = `export function ${context.names.apps.get(app)?.views}({ ${used.join(', ')} }: Context) {`
  return `${imports}

${parts.map(({ schemas }) => schemas).join('\n')}
${head}
${lines}
  return ${printed(bracketed('{', views, '}', { isBroken: true }), 2)}
}
`
}

function schemasOf(
  model: Model,
  { capitalized, id }: ModelNames,
  context: WritingContext,
  imports: Imports,
): string {
  const member = (field: Field, expression: Expression): Code => {
    imports.add('turnpike', ...expression.fields)
    imports.add('./values.ts', ...expression.values)
    for (const name of expression.values) context.usedValues.add(name)
    return `${memberName(field.name)}: ${expression.text}`
  }
  const broken = { isBroken: true }
  const { canUpdate } = abilitiesOf(model)
  const sent = bracketed(
    'z.object({',
    canUpdate ? sentFields(model).map((field) => member(field, sentSchema(field, context))) : [],
    '})',
    broken,
  )
  const shown = bracketed(
    'z.object({',
    shownFields(model).map((field) => member(field, shownSchema(field, context))),
    `})`,
    broken,
  )
  const sentText = canUpdate ? `const sent${capitalized} = ${printed(sent)}\n\n` : ''
  // A chain of calls over several lines has a line for each.
  const chain = printed(shown, 2).replace(/^z\.object/, 'z\n  .object')
  return `${sentText}const shown${capitalized} = ${chain}\n  .meta({ id: ${stringLiteral(id)} })\n`
}

interface ModelViews {
  readonly constants: readonly Code[]
  readonly list: Code
  readonly detail: Code
  readonly usesDjango: boolean
}

function viewsOf(
  model: Model,
  names: ModelNames,
  context: WritingContext,
  imports: Imports,
): ModelViews {
  const { canCreate, canUpdate } = abilitiesOf(model)
  const rows = `${names.variable}Rows`
  const permissions = permissionsOf(model, context, imports)
  const who = `${names.variable}Permissions`
  const policies = [...(permissions === null ? [] : [`permissions: ${who}`]), `store: ${rows}`]
  const answers = `answers: shown${names.capitalized}`
  const schema = `schema: sent${names.capitalized}`
  const title = titled(model.name)
  const list = bracketed(
    `${stringLiteral(names.path)}: api.listView({`,
    [
      `name: ${stringLiteral(`${title} List`)}`,
      ...policies,
      ...(canCreate ? [schema] : []),
      answers,
      ...(canCreate && isMadeKey(model) ? [createWithKey(model, rows, imports)] : []),
      ...paginationOf(model, context, imports),
    ],
    '})',
    { isBroken: true },
  )
  const parameters = model.key.length === 1 ? ['id'] : model.key.map(({ name }) => name)
  const path = `${names.path}${parameters.map((name) => `:${name}/`).join('')}`
  const detail = bracketed(
    `${stringLiteral(path)}: api.detailView({`,
    [
      `name: ${stringLiteral(`${title} Instance`)}`,
      ...policies,
      ...(canUpdate ? [schema] : []),
      answers,
    ],
    '})',
    { isBroken: true },
  )
  return {
    constants: [
      labelled(`const ${rows} = `, storeOf(model, context, imports)),
      ...(permissions === null ? [] : [labelled(`const ${who} = `, permissions)]),
    ],
    list,
    detail,
    usesDjango: permissions !== null,
  }
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Who may read is in the settings; who may write, Django's permissions of the model say. */
function permissionsOf(model: Model, { policies }: WritingContext, imports: Imports): Code | null {
  if (policies.onlyRead.has(model)) return null
  imports.add('turnpike/django', 'djangoModelPermissions')
  // A list replaces that of the settings. That there is a user, the permission of the model checks.
  const others = policies.permissions.filter((name) => name === 'isAdminUser')
  imports.add('turnpike', ...others)
  const options = [
    'permissions: django.permissions',
    `app: ${stringLiteral(model.app)}`,
    `model: ${stringLiteral(model.name)}`,
    ...(policies.refusesStrangers ? [] : ['anonymous: true']),
  ]
  return bracketed('[', [...others, bracketed('djangoModelPermissions({', options, '})')], ']')
}

/** Random, as `uuid.uuid4` is. */
function createWithKey({ key }: Model, rows: string, imports: Imports): Code {
  imports.add('node:crypto', 'randomUUID')
  const [field] = key
  const isText = field?.column.type.kind === 'uuid' && field.column.type.isText
  const made = isText ? "randomUUID().replaceAll('-', '')" : 'randomUUID()'
  return `create: (data) => ${rows}.create({ ...data, ${memberName(field?.name ?? 'id')}: ${made} })`
}

/** Pages by cursor are ordered by `-created` unless the list says otherwise. */
function paginationOf(model: Model, { settings }: WritingContext, imports: Imports): Code[] {
  if (settings.pagination !== 'cursor') return []
  if (model.fields.some(({ name, hidden }) => name === 'created' && hidden === null)) return []
  imports.add('turnpike', 'cursorPagination')
  const fields = model.key.map(({ name }) => stringLiteral(`-${name}`))
  const ordering = fields.length === 1 ? String(fields[0]) : `[${fields.join(', ')}]`
  return [`pagination: cursorPagination({ ordering: ${ordering} })`]
}

/** The rows of the table, under the names of the fields. */
function storeOf(model: Model, context: WritingContext, imports: Imports): Code {
  const renamed = model.fields.filter(({ name, column }) => name !== column.name)
  const options: Code[] = []
  const [key] = model.key
  const keys = model.key.map(({ name }) => stringLiteral(name))
  if (model.key.length > 1) options.push(bracketed('key: [', keys, ']'))
  else if (key !== undefined && key.name !== 'id') options.push(`key: ${keys[0]}`)
  const readers = model.key.flatMap((field) => {
    const reader = readerOf(field.column, imports)
    return reader === null ? [] : [{ field, reader }]
  })
  if (readers.length > 0) {
    options.push(
      model.key.length === 1
        ? `readKey: ${readers[0]?.reader}`
        : bracketed(
            'readKey: {',
            readers.map(({ field, reader }) => `${memberName(field.name)}: ${reader}`),
            '}',
          ),
    )
  }
  const isPlain = renamed.length === 0 && context.dialect !== 'mysql'
  const store = isPlain ? 'kyselyStore' : 'fieldStore'
  imports.add(isPlain ? 'turnpike/kysely' : './store.ts', store)
  if (renamed.length > 0) {
    options.push(
      bracketed(
        'columns: {',
        renamed.map(({ name, column }) => `${memberName(name)}: ${stringLiteral(column.name)}`),
        '}',
      ),
    )
  }
  const table = stringLiteral(model.table.name)
  return options.length === 0
    ? `${store}(db, ${table})`
    : followed(bracketed(`${store}(db, ${table}, {`, options, '}'), ')')
}

/** How a key is read from a URL; null: as an integer. */
function readerOf({ type }: Column, imports: Imports): string | null {
  if (type.kind === 'integer') return null
  imports.add('turnpike/kysely', type.kind === 'uuid' ? 'uuidKey' : 'textKey')
  if (type.kind !== 'uuid') return 'textKey'
  return type.isText ? "(text) => uuidKey(text)?.replaceAll('-', '') ?? null" : 'uuidKey'
}
