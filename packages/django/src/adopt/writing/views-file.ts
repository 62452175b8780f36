import type { Column } from '../inspect/schema.ts'
import {
  hasMadeKey,
  isWritten,
  presetFields,
  sentFields,
  shownFields,
} from '../project/abilities.ts'
import type { Field, Model, UserTable } from '../project/project.ts'
import type { AdoptedSettings } from '../settings/adopted.ts'
import {
  type ColumnContext,
  type Expression,
  sentSchema,
  shownSchema,
  type ValueName,
} from './columns.ts'
import type { ModelNames, Names } from './names.ts'
import { ownersOf, permissionsOf } from './permissions-file.ts'
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

/** The sources for the files of an application. */
export interface WritingContext extends ColumnContext {
  readonly names: Names
  readonly settings: AdoptedSettings
  readonly policies: Policies
  /** Null if there are none. */
  readonly users: UserTable | null
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
  const canWrite = isWritten(model)
  const sent = bracketed(
    'z.object({',
    canWrite ? sentFields(model).map((field) => member(field, sentSchema(field, context))) : [],
    '})',
    broken,
  )
  const shown = bracketed(
    'z.object({',
    shownFields(model).map((field) => member(field, shownSchema(field, context))),
    `})`,
    broken,
  )
  const sentText = canWrite ? `const sent${capitalized} = ${printed(sent)}\n\n` : ''
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
  const canWrite = isWritten(model)
  const rows = `${names.variable}Rows`
  const presets = canWrite ? presetsOf(model) : null
  const owners = ownersOf(model, context.users)
  const permissions = permissionsOf(model, owners, context.policies, imports)
  const who = `${names.variable}Permissions`
  const policies = [`permissions: ${who}`, `store: ${rows}`]
  const answers = `answers: shown${names.capitalized}`
  const schema = canWrite ? [`schema: sent${names.capitalized}`] : []
  const title = titled(model.verboseName)
  const list = bracketed(
    `${stringLiteral(names.path)}: api.listView({`,
    [
      `name: ${stringLiteral(`${title} List`)}`,
      ...policies,
      ...schema,
      answers,
      ...(canWrite ? createCode(model, rows, presets && `${names.variable}Presets`, imports) : []),
      ...paginationOf(model, context, imports),
    ],
    '})',
    { isBroken: true },
  )
  const parameters = model.key.length === 1 ? ['id'] : model.key.map(({ name }) => name)
  const path = `${names.path}${parameters.map((name) => `:${name}/`).join('')}`
  const detail = bracketed(
    `${stringLiteral(path)}: api.detailView({`,
    [`name: ${stringLiteral(`${title} Instance`)}`, ...policies, ...schema, answers],
    '})',
    { isBroken: true },
  )
  return {
    constants: [
      labelled(`const ${rows} = `, storeOf(model, context, imports)),
      ...(presets === null ? [] : [labelled(`const ${names.variable}Presets = `, presets)]),
      ...(owners.length === 0 || context.policies.unguarded.has(model) ? [] : [ownComment]),
      labelled(`const ${who} = `, permissions),
    ],
    list,
    detail,
    usesDjango: !context.policies.unguarded.has(model),
  }
}

const ownComment = '// Take `own` out if everybody who may view the model may see every row.'

/** `Tracking Event` for `tracking event`. */
const titled = (name: string) =>
  name.replaceAll(/(?:^|\s+)\S/gu, (start) => start.replace(/^\s+/, ' ').toUpperCase())

/** The optional texts of a new row, unless they are sent. A change leaves them alone. */
function presetsOf(model: Model): Code | null {
  const fields = presetFields(model).map(({ name }) => `${memberName(name)}: ''`)
  return fields.length === 0 ? null : bracketed('{', fields, '}')
}

/** How a row is added, if that is not what was sent. Keys are random, as those of `uuid.uuid4`. */
function createCode(model: Model, rows: string, presets: string | null, imports: Imports): Code[] {
  const [field] = model.key
  const made = hasMadeKey(model) && field !== undefined ? [madeKey(field, imports)] : []
  if (presets === null && made.length === 0) return []
  const values = [...(presets === null ? [] : [`...${presets}`]), '...data', ...made]
  return [`create: (data) => ${rows}.create({ ${values.join(', ')} })`]
}

function madeKey({ name, column: { type } }: Field, imports: Imports): string {
  imports.add('node:crypto', 'randomUUID')
  const isText = type.kind === 'uuid' && type.isText
  return `${memberName(name)}: ${isText ? "randomUUID().replaceAll('-', '')" : 'randomUUID()'}`
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
  imports.add(isPlain ? '@turnpike/sql' : './store.ts', store)
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

/** How a key is read from a URL; null means as an integer. */
function readerOf({ type }: Column, imports: Imports): string | null {
  if (type.kind === 'integer') return null
  imports.add('@turnpike/sql', type.kind === 'uuid' ? 'uuidKey' : 'textKey')
  if (type.kind !== 'uuid') return 'textKey'
  return type.isText ? "(text) => uuidKey(text)?.replaceAll('-', '') ?? null" : 'uuidKey'
}
