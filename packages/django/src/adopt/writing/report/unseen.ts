import { hasMadeKey } from '../../project/abilities.ts'
import type { DjangoProject, Field, Model } from '../../project/project.ts'
import { inlineCode, task } from './markdown.ts'

/** Points that only code decides, and those that the tables hint at. */
export function unseen({ models }: DjangoProject): string[] {
  return [
    'These are code. Compare each model and each serializer with its file in `src`:',
    '',
    task(
      '**Defaults** (`default=`, `auto_now`, `auto_now_add`): such fields are required here: write `.optional()`, and the ' +
        'default in `create`. Not `.default()`: a PUT without the field would write it, and Django keeps the column.',
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
    ...models.flatMap((model) => softDeletesOf(model).map(task)),
    ...models.flatMap((model) => genericKeysOf(model).map(task)),
    ...(models.some(hasMadeKey)
      ? [task('**Keys that are UUIDs** are made here at random, as `uuid.uuid4` does.')]
      : []),
  ]
}

/** Columns that say that a row counts as deleted: a manager leaves such rows out. */
const softDelete =
  /^(?:is_?)?(?:deleted|removed|archived|trashed|discarded)(?:_?(?:at|on|date|time))?$|^(?:date_?)(?:deleted|removed)$/i

function softDeletesOf({ app, name, fields }: Model): string[] {
  return fields.filter(isSoftDelete).map(({ column }) => {
    const label = inlineCode(`${app}.${name}.${column.name}`)
    return (
      `${label} looks like a **soft delete**. Here such rows are shown, DELETE removes a row for good, and clients may send ` +
      'the field: leave it out of the schemas, and write a `scope`, and `destroy` of the view.'
    )
  })
}

const isSoftDelete = ({ column: { name, type, isNullable } }: Field): boolean =>
  softDelete.test(name) &&
  (type.kind === 'boolean' || (isNullable && (type.kind === 'datetime' || type.kind === 'date')))

/** `content_type_id` beside `object_id`: together they refer to a row of any table. */
function genericKeysOf({ app, name, fields }: Model): string[] {
  const types = fields.filter(({ references }) => references === 'django_content_type')
  return types.map(({ column }) => {
    const partner = fields.find(({ column: other }) => other.name === partnerOf(column.name))
    const columns = [column, ...(partner ? [partner.column] : [])].map((each) => each.name)
    const label = columns.map((each) => inlineCode(`${app}.${name}.${each}`)).join(' with ')
    return `${label} is a **generic foreign key**: no database checks it, so any value is stored. Check it in \`validate\`.`
  })
}

/** `object_id` for `content_type_id`, `target_object_id` for `target_type_id`. */
const partnerOf = (column: string): string =>
  column.replace(/(?:content_?type|ct|type)(?:_id)?$/i, 'object_id')
