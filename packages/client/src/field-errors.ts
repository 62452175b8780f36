import type { FieldErrors, FieldMessage } from './errors.ts'

/** The key of messages that belong to no field, as servers have it by default. */
const nonField = 'non_field_errors'

/** No data are nested deeper; a server that is not ours could exhaust the stack. */
const maxDepth = 100

/** The messages of a plain body: `{ "title": ["This field is required."] }`. */
export function fieldMessages(body: unknown, pointer = '#', depth = 0): FieldMessage[] {
  if (typeof body === 'string') return [{ pointer, detail: body, code: null }]
  if (typeof body !== 'object' || body === null || depth > maxDepth) return []
  return Object.entries(body).flatMap(([name, value]) =>
    fieldMessages(
      value,
      // Messages in a list belong to the list's place.
      name === nonField || (Array.isArray(body) && typeof value === 'string')
        ? pointer
        : `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      depth + 1,
    ),
  )
}

/** Whether a server has sent a message with its place. */
export const isMessage = (value: unknown): value is FieldMessage =>
  typeof Object(value).pointer === 'string' && typeof Object(value).detail === 'string'

/** The messages by field. Objects have no prototype: a server chooses the names. */
export function nested(messages: readonly FieldMessage[]): {
  fields: FieldErrors<unknown>
  nonFieldErrors: string[]
} {
  const root = Object.create(null)
  const nonFieldErrors: string[] = []
  for (const { pointer, detail } of messages) {
    const path = pointer.split('/').slice(1).map(nameOf)
    const last = path.pop()
    if (last === undefined) {
      nonFieldErrors.push(detail)
      continue
    }
    let at = root
    for (const name of path) {
      // A list has the messages of the place itself, and a prototype.
      if (!at[name] || Array.isArray(at[name])) at[name] = Object.create(null)
      at = at[name]
    }
    if (Array.isArray(at[last])) at[last].push(detail)
    else at[last] ??= [detail]
  }
  return { fields: root, nonFieldErrors }
}

const nameOf = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~')
