import { html } from 'hono/html'
import { jsonText } from '../../rendering/json.ts'
import { isObject } from '../../validation/values.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { translateFor } from '../translate.ts'
import { bodyTabs, type ForPrograms } from './body-tabs.ts'
import { blank, relatedLink, wholeValue } from './list/cell.ts'
import { listIn } from './list/rows.ts'
import type { RelatedItems } from './related.ts'
import { visibleText } from './visible-text.ts'

/** More fields are only in the JSON. */
const maxFields = 200

/**
 * The fields of an item in front of its JSON. Null for lists, for data that is not an object, and
 * for the answer to OPTIONS, which is about the view.
 */
export function itemBody(
  data: unknown,
  shown: ForPrograms,
  context: PageContext,
  related: RelatedItems,
): Html | null {
  const { request, status } = context
  if (status >= 300 || request.method === 'OPTIONS' || listIn(data, context) !== null) return null

  // As JSON has it: a `Date` is a text, and fields without a value are absent.
  const item: unknown = isObject(data) ? JSON.parse(jsonText(data) ?? 'null') : null
  const fields = isObject(item) ? Object.entries(item) : []
  if (fields.length === 0 || fields.length > maxFields) return null

  const t = translateFor(request)
  const fieldValue = (name: string, value: unknown) => {
    const other = related(name, value)
    return other ? relatedLink(value, other) : wholeValue(value, request)
  }
  const table = html`<table class="item">
<caption class="unseen">${t('Fields')}</caption>
<tbody>
${fields.map(
  ([name, value]) =>
    html`<tr><th scope="row">${name.trim() === '' ? blank(name) : visibleText(name)}</th><td>${fieldValue(name, value)}</td></tr>\n`,
)}</tbody>
</table>`
  return bodyTabs(t('Fields'), table, shown, t)
}
