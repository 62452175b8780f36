import type { ColumnType, Dialect } from '../inspect/schema.ts'
import { type DjangoProject, type Field, type Model, requiredColumns } from '../project/project.ts'
import type { AdoptedSettings, SettingsNote } from '../settings/adopted.ts'
import { decimalLimits } from './columns.ts'
import { inlineCode, inlineCodes, row, section, task } from './markdown.ts'
import type { Names } from './names.ts'
import type { Policies } from './settings-file.ts'
import { abilitiesOf } from './views-file.ts'

/** What the report is about. */
export interface Reported {
  readonly project: DjangoProject
  readonly settings: AdoptedSettings
  readonly policies: Policies
  readonly names: Names
}

/** The report: what was taken over, what was not and why, in the order in which to work. */
export function reportFile(reported: Reported): string {
  const { project, settings } = reported
  const sections = [
    section('What was taken over', takenOver(reported)),
    section('1. Start it beside Django', starting(reported)),
    section('2. Who may come in', policies(reported)),
    section('3. Settings', settingsNotes(settings)),
    section('4. Models whose views are not complete', incomplete(project)),
    section('5. What was guessed from rows', guessed(project)),
    section('6. What a database does not say', unseen(project)),
    section('7. Compare both', [
      'Record requests, send them to both services, and mend what differs: `turnpike replay`.',
      'Then move one path after the other to this application.',
    ]),
  ]
  return `# What was adopted

\`turnpike adopt\` has read the database of a Django project and written this application. It has written nothing into
the database. The database knows tables, not code: work through this list from top to bottom, and delete it at the end.

${sections.filter((text) => text !== '').join('\n')}`
}

function takenOver({ project, names }: Reported): string[] {
  if (project.models.length === 0) return ['No table of a model was found: there are no views.']
  return [
    row('Model', 'Table', 'Path', 'Methods'),
    row('---', '---', '---', '---'),
    ...project.models.map((model) => {
      const { canCreate, canUpdate } = abilitiesOf(model)
      const methods = [
        'GET',
        ...(canCreate ? ['POST'] : []),
        ...(canUpdate ? ['PUT', 'PATCH'] : []),
        'DELETE',
      ]
      return row(
        inlineCode(`${model.app}.${model.name}`),
        inlineCode(model.table.name),
        inlineCode(names.models.get(model)?.path ?? ''),
        methods.join(', '),
      )
    }),
    '',
    'The types of all tables are in `src/tables.ts`. The paths are keys in the files of the apps: change them to those of',
    "your `urls.py`, which no database has. Field names are Django REST framework's: `owner` for the column `owner_id`.",
  ]
}

function starting({ project, policies }: Reported): string[] {
  const { dialect, accounts } = project
  const signed = policies.schemes.filter((scheme) => scheme === 'session' || scheme === 'jwt')
  return [
    task('`npm install`, then `npm run types`.'),
    task(
      `Set \`DATABASE_URL\` to the database of Django${forms[dialect]}. It is written in no file.`,
    ),
    ...(signed.length > 0
      ? [task('Set `DJANGO_SECRET_KEY` to the `SECRET_KEY` of Django. It is written in no file.')]
      : []),
    task('Passwords that begin with `bcrypt` need the package: `npm install bcrypt`.'),
    task('`npm start`, and `npm test` with a token of Django as `TEST_TOKEN`.'),
    ...dialectNotes[dialect].map(task),
    ...(accounts.users === null
      ? [task('No table of users was found: name it in `src/accounts.ts`.')]
      : [
          ...requiredColumns
            .filter((name) => accounts.users?.columns[name] === null)
            .map((name) =>
              task(`Name the column of users for \`${name}\` in \`src/accounts.ts\`.`),
            ),
          `\nThe users are those of the table ${inlineCode(accounts.users.table)}; ` +
            'name columns that differ in `src/accounts.ts`.',
        ]),
  ]
}

const forms: Record<Dialect, string> = {
  sqlite: ': `sqlite:/srv/app/db.sqlite3`',
  postgres: '',
  mysql: '',
}

const dialectNotes: Record<Dialect, readonly string[]> = {
  sqlite: [
    'Both services write to one file. Let them wait less for each other: `pragma journal_mode = wal`, once.',
  ],
  postgres: [],
  mysql: [
    'MySQL: accounts, lists by page number and offset, and single items work. `kyselyItems` supports SQLite and ' +
      'PostgreSQL only, so lists have no filters, no search and no cursors: `src/store.ts` is where to add them.',
  ],
}

function policies({ settings, policies, project }: Reported): string[] {
  const lines: string[] = []
  if (policies.wasOpen) {
    lines.push(
      task(
        settings.report.wasGiven
          ? 'The settings let everyone in. Permissions of single views are code, so all views need a user here: open ' +
              'those that were open.'
          : 'Without settings all views need a user: give `--settings`, or write the permissions of the views.',
      ),
    )
  }
  for (const scheme of policies.withoutTable) {
    lines.push(
      task(`The settings name ${scheme} authentication, but the database lacks its table.`),
    )
  }
  if (policies.schemes.length === 0)
    lines.push(task('No authentication was found: write it in `src/settings.ts`.'))
  const readable = [...policies.onlyRead]
  if (readable.length < project.models.length) {
    lines.push(
      task(
        "**Writes need Django's permission of the model**: `add`, `change`, `delete`. Superusers have it, and users that got it in " +
          'the admin of Django. Where the views of Django let more users write, change `permissions` here.',
      ),
    )
  }
  if (readable.length > 0) {
    const reason = project.accounts.hasPermissions
      ? 'Django lists no permissions of'
      : 'The database lacks a table of permissions, so there are none of'
    const models = inlineCodes(readable.map(({ app, name }) => `${app}.${name}`))
    lines.push(
      task(`${reason} ${models}: these views only read. To write, give them \`permissions\`.`),
    )
  }
  lines.push(
    task(
      'Permission classes of views, `get_queryset()` that filters by the user: see `permissions` and `scope`.',
    ),
    task('Throttles of views: see `throttles` and `throttleScope`.'),
    task(
      "The views that sign in (`obtain_auth_token`, simplejwt's, login pages): their paths are in `urls.py`.",
    ),
  )
  return lines
}

function settingsNotes({ report }: AdoptedSettings): string[] {
  if (!report.wasGiven) {
    return [
      task(
        'Give the settings: `python manage.py diffsettings --all > diffsettings.txt`, then `--settings`.',
      ),
    ]
  }
  const line = ({ name, text }: SettingsNote) => `${inlineCode(name)}: ${text}`
  return [
    ...report.left.map((note) => task(line(note))),
    ...(report.left.length > 0 ? [''] : []),
    ...report.taken.map((note) => `- ${line(note)}`),
  ]
}

function incomplete({ models, missing, left, joins }: DjangoProject): string[] {
  const lines: string[] = []
  for (const model of models) {
    const name = inlineCode(`${model.app}.${model.name}`)
    const { canCreate, canUpdate } = abilitiesOf(model)
    for (const field of model.fields) {
      if (field.hidden === null) continue
      lines.push(
        task(
          `${name}: ${inlineCode(field.column.name)} is not sent and not accepted: ${reasonOf(field)}`,
        ),
      )
    }
    if (!canUpdate)
      lines.push(task(`${name} has no field to send, so it can only be read and deleted.`))
    else if (!canCreate) {
      lines.push(task(`${name} has no POST: a row needs a column that is left out.`))
    }
    if (!model.isListed) {
      lines.push(
        task(`${name}: Django lists no model for the table ${inlineCode(model.table.name)}.`),
      )
    }
    for (const check of model.table.checks) {
      lines.push(task(`${name} has a constraint, which is answered with 409: ${inlineCode(check)}`))
    }
  }
  for (const model of missing) {
    lines.push(
      task(
        `${inlineCode(model)} has no views: its table was not found (\`db_table\`, or it was deleted).`,
      ),
    )
  }
  for (const { name, foreignKeys } of joins) {
    const tables = inlineCodes(foreignKeys.map(({ table }) => table))
    lines.push(task(`${inlineCode(name)} joins ${tables}: write the many-to-many field.`))
  }
  const reasons = { accounts: 'users', package: 'Django or a package', 'no key': 'no primary key' }
  for (const [reason, tables] of Map.groupBy(left, ({ reason }) => reason)) {
    lines.push(`- No views (${reasons[reason]}): ${inlineCodes(tables.map(({ table }) => table))}`)
  }
  return lines
}

function reasonOf({ hidden, column }: Field): string {
  if (hidden === 'secret') return 'by its name it may be a secret.'
  if (hidden === 'name') return 'every object of JavaScript has a member of this name.'
  return `its type ${inlineCode(column.type.kind === 'other' ? column.type.name : column.type.kind)} has no field.`
}

function guessed({ models, dialect }: DjangoProject): string[] {
  const lines = models.flatMap((model) => model.fields.flatMap((field) => guessOf(model, field)))
  if (dialect === 'postgres') return lines
  const counts = models.flatMap(({ app, name, fields }) =>
    fields
      .filter(
        ({ column, references }) =>
          isCount(column.type) && references === null && !column.isGenerated,
      )
      .map(({ column }) => `${app}.${name}.${column.name}`),
  )
  const durations = `A \`DurationField\` is a \`bigint\` with microseconds: see ${inlineCodes(counts)}.`
  return counts.length > 0 ? [...lines, task(durations)] : lines
}

const isCount = (type: ColumnType) => type.kind === 'integer' && type.isBig && type.min === null

function guessOf({ app, name }: Model, field: Field): string[] {
  const { type } = field.column
  const label = inlineCode(`${app}.${name}.${field.column.name}`)
  if (field.hidden !== null) return []
  if (type.kind === 'decimal' && type.places === null) {
    const { places, digits } = decimalLimits(type, field)
    return [
      task(`${label}: ${places} decimal places and ${digits} digits. SQLite does not keep them.`),
    ]
  }
  return type.kind === 'text' && field.isBlankSeen
    ? [`- ${label} may be blank: a row has none.`]
    : []
}

function unseen({ models }: DjangoProject): string[] {
  const uuids = models.some(({ key }) => key[0]?.column.type.kind === 'uuid')
  return [
    'These are code. Compare each model and each serializer with its file in `src`:',
    '',
    task(
      '**Defaults** (`default=`, `auto_now`, `auto_now_add`): such fields are required here: `.default()`, or `create`.',
    ),
    task(
      '**Read-only and write-only fields**: take them out of the schema that is sent, or shown.',
    ),
    task('**Choices**: `choiceField([…])` instead of `charField()`.'),
    task('**Validators**, `validate()`, `clean()`: `.refine()`, or `validate` of the view.'),
    task(
      '**Email, URL, slug and file fields** are texts here: `emailField()`, `z.url()`, `.regex()`.',
    ),
    task(
      '**Serializers**: nested objects, renamed and computed fields, properties: `answers`, `serialize`.',
    ),
    task(
      '**Many-to-many fields**: a query of the joining table in `serialize`, a transaction in `create`.',
    ),
    task(
      '**Methods of models and managers**, `save()`, `delete()`: `create`, `update` and `destroy` of the view.',
    ),
    task(
      '**Signals** do not fire for what this application writes: do their work in `create`, `update` and `destroy`.',
    ),
    task(
      '**Deletes**: `on_delete` is done by Django. Here the database refuses with 409 what others refer to.',
    ),
    task(
      '**Order, filters, search** of lists: `ordering`, `filters`, `search` of the view; here lists have the order of the key.',
    ),
    task(
      '**Viewset actions**, views that are functions, tasks, commands, the admin: write them as views, or leave them in Django.',
    ),
    ...(uuids
      ? [task('**Keys that are UUIDs** are made here at random, as `uuid.uuid4` does.')]
      : []),
  ]
}
