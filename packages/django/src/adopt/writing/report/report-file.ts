import type { ColumnType, Dialect } from '../../inspect/schema.ts'
import { isWritten, lackingColumns, sentFields } from '../../project/abilities.ts'
import { isSecret } from '../../project/fields.ts'
import {
  type DjangoProject,
  type Field,
  type Model,
  requiredColumns,
} from '../../project/project.ts'
import type { AdoptedSettings, SettingsNote } from '../../settings/adopted.ts'
import { hasIterations } from '../application-files.ts'
import { decimalLimits } from '../columns.ts'
import type { Names } from '../names.ts'
import { ownersOf } from '../permissions-file.ts'
import { hadPages, type Policies, presetPageSize } from '../settings-file.ts'
import { inlineCode, inlineCodes, row, section, task } from './markdown.ts'
import { unseen } from './unseen.ts'

/** The subjects of the report. */
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
    section('5. What was guessed from rows', [...guessed(project), ...ofPasswords(reported)]),
    section('6. What a database does not say', unseen(project)),
    section('7. Compare both', [
      'Record requests, send them to both services, and mend what differs: `turnpike replay`.',
      'Then move one path after the other to this application.',
    ]),
  ]
  return `# What was adopted

\`turnpike adopt\` has read the database of a Django project and written this application. It has written nothing into
the database. It has read tables and settings, and no line of Python: not the URLs, views, serializers, models and
managers of the project. What these do is still to be written. Work through this list from top to bottom, and delete it
at the end.

${sections.filter((text) => text !== '').join('\n')}`
}

function takenOver({ project, names }: Reported): string[] {
  if (project.models.length === 0) return ['No table of a model was found: there are no views.']
  return [
    row('Model', 'Table', 'Path', 'Methods'),
    row('---', '---', '---', '---'),
    ...project.models.map((model) => {
      const methods = isWritten(model) ? 'GET, POST, PUT, PATCH, DELETE' : 'GET'
      return row(
        inlineCode(`${model.app}.${model.name}`),
        inlineCode(model.table.name),
        inlineCode(names.models.get(model)?.path ?? ''),
        methods,
      )
    }),
    '',
    'The types of all tables are in `src/tables.ts`. The paths are keys in the files of the apps: change them to those of',
    "your `urls.py`, which is not in the database. Field names are Django REST framework's: `owner` for the column `owner_id`.",
  ]
}

function starting({ project, policies, settings }: Reported): string[] {
  const { dialect, accounts } = project
  const signed = policies.schemes.filter((scheme) => scheme === 'session' || scheme === 'jwt')
  return [
    task('`npm install`, then `npm run types`.'),
    task(
      `Set \`DATABASE_URL\` to the database of Django${forms[dialect]}. It is not written into any file.`,
    ),
    ...(signed.length > 0
      ? [
          task(
            'Set `DJANGO_SECRET_KEY` to the `SECRET_KEY` of Django. It is not written into any file.',
          ),
        ]
      : []),
    ...(settings.passwordFormat?.startsWith('bcrypt')
      ? []
      : [task('Passwords that begin with `bcrypt` need the package: `npm install bcrypt`.')]),
    ...(accounts.users !== null && project.passwordIterations === null
      ? iterationsOf(settings)
      : []),
    task('`npm start`, and `npm test` with a token of a superuser of Django as `TEST_TOKEN`.'),
    ...dialectNotes[dialect].map(task),
    ...(accounts.users === null
      ? [task('No table of users was found: name it in `src/accounts.ts`.')]
      : [
          ...requiredColumns
            .filter((name) => accounts.users?.columns[name] === null)
            .map((name) =>
              task(`Name the column of users for \`${name}\` in \`src/accounts.ts\`.`),
            ),
          task(
            'A sign-in compares the username exactly. If `get_by_natural_key` of the user manager compares it without ' +
              'regard to case (`iexact`), write `users: { caseInsensitive: true }` in `src/accounts.ts`.',
          ),
          `\nThe users are those of the table ${inlineCode(accounts.users.table)}; ` +
            'name columns that differ in `src/accounts.ts`.',
        ]),
  ]
}

/** The settings of Django do not say how many iterations PBKDF2 makes: its release does. */
const iterationsOf = ({ passwordFormat }: AdoptedSettings): string[] =>
  hasIterations(passwordFormat)
    ? [
        task(
          'No stored password says how many iterations of PBKDF2 the release of Django makes. Write ' +
            '`passwords: djangoPasswords({ iterations: … })` in `src/accounts.ts`: Django replaces passwords with ' +
            "others at the next sign-in, which ends the user's other sessions.",
        ),
      ]
    : []

const forms: Record<Dialect, string> = {
  sqlite: ': `sqlite:/srv/app/db.sqlite3`',
  postgres: '',
  mysql: '',
}

const dialectNotes: Record<Dialect, readonly string[]> = {
  sqlite: [
    'Both services write to one file. Run this once, so that they wait less for each other: `pragma journal_mode = wal`.',
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
  const closed = [...policies.unguarded]
  if (closed.length < project.models.length) {
    lines.push(
      task(
        "**Reads and writes need Django's permission of the model**: `view`, `add`, `change`, `delete`, and those of the " +
          'settings. Superusers have them, and users who have them from the admin of Django. Where the views of Django let ' +
          'more users in, change `permissions` here. No table says which models had views: take out the paths of the others.',
      ),
    )
  }
  if (closed.length > 0) {
    const reason = project.accounts.hasPermissions
      ? 'Django lists no permissions of'
      : 'The database lacks a table of permissions, so there are none of'
    const models = inlineCodes(closed.map(({ app, name }) => `${app}.${name}`))
    lines.push(
      task(
        `${reason} ${models}: these views refuse everybody. To open them, write \`permissions\`.`,
      ),
    )
  }
  for (const model of project.models) {
    const owners = policies.unguarded.has(model) ? [] : ownersOf(model, project.accounts.users)
    if (owners.length > 0) lines.push(task(scopeOf(model, owners)))
  }
  if (!hadPages(settings)) {
    lines.push(
      task(
        `The settings do not divide lists into pages: here they have pages of ${presetPageSize}, with \`count\`, \`next\`, ` +
          '`previous` and `results`. A list without pages is `pagination: null` of its view.',
      ),
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

function scopeOf({ app, name }: Model, owners: readonly string[]): string {
  return (
    `${inlineCode(`${app}.${name}`)}: users see only the rows that refer to them by ${inlineCodes(owners)}. Take \`own\` out ` +
    'if everybody who may view the model may see every row. Clients still send the field: leave it out of the schema, ' +
    'and set it in `create`, if nobody writes for others.'
  )
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
    for (const field of model.fields) {
      if (field.hidden === null) continue
      lines.push(
        task(
          `${name}: ${inlineCode(field.column.name)} is not sent and not accepted: ${reasonOf(field)}`,
        ),
      )
    }
    for (const { column, references } of model.key) {
      if (isSecret(column, references !== null)) {
        lines.push(
          task(
            `${name}: its key ${inlineCode(column.name)} is named like a secret, and is in its paths and answers: close it, if it is one.`,
          ),
        )
      }
    }
    if (sentFields(model).length === 0) {
      lines.push(task(`${name} has no field to send, so it can only be read.`))
    } else if (!isWritten(model)) {
      const lacking = lackingColumns(model)
      const are = lacking.length === 1 ? 'is' : 'are'
      lines.push(
        task(
          `${name} can only be read: a row needs ${inlineCodes(lacking)}, which ${are} not accepted.`,
        ),
      )
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

/** The line about the passwords of the last sign-ins. */
const ofPasswords = ({ project: { passwordIterations }, settings }: Reported): string[] =>
  passwordIterations === null || !hasIterations(settings.passwordFormat)
    ? []
    : [
        task(
          `\`iterations\` of new passwords in \`src/accounts.ts\`: ${passwordIterations}, as in passwords of the last ` +
            'sign-ins. They must be those of the release of Django, or of your own hasher.',
        ),
      ]

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
    ? [`- ${label} may be blank: in at least one row it is.`]
    : []
}
