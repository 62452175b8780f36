import { html } from 'hono/html'
import type { FilterParameter } from '../../../filtering/filter.ts'
import { choicesOf, labelOf } from '../../../validation/json-schema-parts.ts'
import { type Field, type FieldKind, fieldControl } from '../../forms/fields.ts'
import type { Html } from '../../html.ts'
import type { PageContext } from '../../page-context.ts'
import { type Translate, translateFor } from '../../translate.ts'
import { labelAlone, labelInGroup, partsOf } from './filter-labels.ts'

type Errors = ReadonlyMap<string, readonly string[]>

/** The field with the words to look for. */
export const searchField = (name: string, { request }: PageContext, errors: Errors): Html =>
  fieldControl(
    {
      name,
      label: translateFor(request)('Search'),
      kind: 'search',
      value: request.queryValue(name) ?? '',
      errors: errors.get(name) ?? [],
    },
    'query',
  )

/** A field for each parameter, those of one field of the items in a group. */
export function filterFields(
  parameters: readonly FilterParameter[],
  { request }: PageContext,
  errors: Errors,
): Html[] {
  const t = translateFor(request)
  const sent = (name: string) => request.queryValue(name) ?? ''
  const groups = Map.groupBy(distinct(parameters, sent), ({ name }) => partsOf(name).base)
  return [...groups].map(([base, group]) => {
    const isAlone = group.length === 1
    const fields = group.map((parameter) => {
      const field = filterField(parameter, sent(parameter.name), isAlone, t)
      return fieldControl({ ...field, errors: errors.get(parameter.name) ?? [] }, 'query')
    })
    return isAlone
      ? html`${fields}\n`
      : html`<fieldset${group.length < 3 && html` class="pair"`}><legend>${labelOf(base)}</legend><div class="group">${fields}</div></fieldset>\n`
  })
}

/** One of those that mean the same: `title__contains` and `title__icontains`. */
function distinct(
  parameters: readonly FilterParameter[],
  sent: (name: string) => string,
): FilterParameter[] {
  const meanings = new Set<string>()
  return parameters.filter(({ name, description }) => {
    const isNew = description === '' || !meanings.has(description)
    meanings.add(description)
    return isNew || sent(name) !== ''
  })
}

function filterField(
  { name, field, description, schema }: FilterParameter,
  value: string,
  isAlone: boolean,
  t: Translate,
): Field {
  const { base, lookup } = partsOf(name)
  const isMoment = isMomentOrDay(schema)
  const choices = choicesIn(schema)
  return {
    name,
    label: isAlone
      ? labelAlone(titleOf(base, schema), lookup, isMoment, t)
      : labelInGroup(lookup, isMoment, t),
    // The label says enough of a field that is compared with the value.
    help: helpOf(schema, lookup === null && isAlone && field !== name ? description : '', t),
    ...(choices === null
      ? kindOf(schema, value)
      : { kind: 'choice', value, choices: withSent(choices, value) }),
  }
}

const titleOf = (base: string, { title }: FilterParameter['schema']): string =>
  typeof title === 'string' ? title : labelOf(base)

function choicesIn(schema: FilterParameter['schema']): string[] | null {
  const choices = schema.type === 'boolean' ? [true, false] : choicesOf(schema)
  return choices?.map(String) ?? null
}

/** A value that is not a choice is kept, so that its error can be seen. */
const withSent = (choices: string[], value: string) =>
  value === '' || choices.includes(value) ? choices : [...choices, value]

function helpOf(schema: FilterParameter['schema'], description: string, t: Translate): string {
  const isMoment = formatsOf(schema).includes('date-time')
  const form = schema.type === 'array' ? t('Separated by commas') : isMoment ? t('In UTC') : ''
  return [description.replaceAll('`', '').replace(/\.$/, ''), form].filter(Boolean).join('. ')
}

function kindOf(
  schema: FilterParameter['schema'],
  value: string,
): { kind: FieldKind; value: string } {
  if (schema.type === 'integer' || schema.type === 'number') return { kind: 'number', value }

  const formats = formatsOf(schema)
  const isDay = formats.includes('date') && /^\d{4}-\d\d-\d\d$/.test(value)
  if (formats.includes('date-time') && !isDay) return { kind: 'datetime-local', value }
  return { kind: formats.includes('date') ? 'date' : 'text', value }
}

const isMomentOrDay = (schema: FilterParameter['schema']): boolean =>
  formatsOf(schema).includes('date')

/** The formats of the text: a moment may also be a day. */
const formatsOf = ({ format, anyOf }: FilterParameter['schema']): unknown[] =>
  Array.isArray(anyOf) ? anyOf.map((option) => Object(option).format) : [format]
