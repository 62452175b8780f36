import { html } from 'hono/html'
import { ApiException } from '../../errors/api-exception.ts'
import type { Schema } from '../../http/schema.ts'
import { isRead } from '../../http/syntax/safe-methods.ts'
import { checkPermissions } from '../../permissions/check.ts'
import { storeOf } from '../../views/generic/item/source.ts'
import { checkAccess } from '../../views/generic/item-access.ts'
import { hasFailedScheme } from '../../views/steps/identify.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { type Translate, translateFor } from '../translate.ts'
import { type Field, type FieldKind, fieldControl, formErrors, verb } from './fields.ts'
import { hiddenInputs } from './hidden-inputs.ts'
import { pageFormFields } from './page-form.ts'
import { schemaFields } from './schema-fields.ts'
import { type FormContent, formContent, rawText } from './sent-values.ts'

export interface RequestForms {
  readonly content: Html
  /** Whether one of them adds, under the id `add`. */
  readonly canAdd: boolean
}

/**
 * The forms of the methods that the client may use: to add (POST), to change (PUT and PATCH) and to
 * delete. Null when there are none.
 */
export async function requestForms(context: PageContext): Promise<RequestForms | null> {
  const usable = await usableMethods(methodsWorthTrying(context), context)
  if (usable.size === 0) return null
  const hidden = await hiddenInputs(context)
  const changing = (['PATCH', 'PUT'] as const).filter((method) => usable.has(method))
  const forms = [
    usable.has('POST') && writeForm('add', ['POST'], hidden, context),
    changing.length > 0 && writeForm('change', changing, hidden, context),
    usable.has('DELETE') && deleteForm(hidden, translateFor(context.request)),
  ].filter((form) => form !== false)
  return { content: html`<div class="forms">${forms}</div>`, canAdd: usable.has('POST') }
}

/**
 * No forms after a denial that no form can change, except to keep what was entered. A GET that the
 * view lacks, or whose query it refuses, says nothing against POST. The other methods need an item.
 * After a failed scheme no permission may be asked, so that no form can be offered.
 */
function methodsWorthTrying({ status, request }: PageContext): readonly string[] {
  if (hasFailedScheme(request)) return []
  if (status < 400 || request.sentForm !== null) return ['POST', 'PUT', 'PATCH', 'DELETE']
  return isRead(request.method) && (status === 400 || status === 405) ? ['POST'] : []
}

/**
 * Those methods that the view has and its permissions allow the client, for this item if there is
 * one.
 */
async function usableMethods(
  methods: readonly string[],
  context: PageContext,
): Promise<ReadonlySet<string>> {
  const { view } = context
  const usable = new Set<string>()
  for (const method of methods) {
    if (view.handlers.has(method) && (await mayUse(method, context))) usable.add(method)
  }
  return usable
}

async function mayUse(method: string, { request, response, view }: PageContext): Promise<boolean> {
  const asked = request.withMethod(method)
  try {
    await checkPermissions(view, asked)
    const { item } = response
    if (item !== undefined) await checkAccess(view, asked, item, storeOf(view) ?? undefined)
    return true
  } catch (error) {
    if (error instanceof ApiException) return false
    throw error
  }
}

/**
 * A card with the fields of the schema, and the same request as raw text. One of them is in front.
 */
function writeForm(
  scope: 'add' | 'change',
  methods: readonly string[],
  hidden: Html,
  context: PageContext,
): Html {
  const content = formContent(methods, context)
  // PUT and PATCH have the same fields; the schema of PUT says which are required.
  const accepts = methods
    .toReversed()
    .map((method) => context.view.operations.get(method)?.accepts)
    .find(Boolean)
  const form = { scope, methods, hidden, content, accepts, context }
  const fields = formPanel(form)
  const raw = rawPanel(form)
  const t = translateFor(context.request)
  const title = t(titles[scope])
  if (fields === null) return card(scope, title, raw)

  const isRawFirst = content.sentText !== null
  return card(
    scope,
    title,
    html`<div class="tabs">
<input type="radio" name="${scope}-tab" id="${scope}-tab-form"${!isRawFirst && html` checked`}><label for="${scope}-tab-form">${t('Form')}</label>
<input type="radio" name="${scope}-tab" id="${scope}-tab-raw"${isRawFirst && html` checked`}><label for="${scope}-tab-raw">${t('Raw')}</label>
<div class="panel">${fields}</div>
<div class="panel">${raw}</div>
</div>`,
  )
}

const titles = { add: 'Add', change: 'Change' }

const card = (scope: keyof typeof titles | 'delete', title: string, content: Html): Html =>
  html`<section class="card" id="${scope}" aria-labelledby="${scope}-title">
<h2 id="${scope}-title">${title}</h2>
${content}
</section>`

/** The input of both panels of a form. */
interface WriteForm {
  readonly scope: string
  readonly methods: readonly string[]
  readonly hidden: Html
  readonly content: FormContent
  readonly accepts: Schema | undefined
  readonly context: PageContext
}

function formPanel({ scope, methods, hidden, content, accepts, context }: WriteForm): Html | null {
  const { view } = context
  const form = accepts === undefined ? null : schemaFields(accepts, context.request)
  if (form === null || !view.parsers.some(({ mediaType }) => mediaType === formType)) return null

  const { fields, unsupported } = form
  const t = translateFor(context.request)
  const known = new Set(fields.map(({ name }) => name))
  const shown = fields.map((field) => ({ ...field, ...content.stateOf(field) }))
  // The browser scrolls to it, too.
  const firstWrong = shown.find(({ errors = [] }) => errors.length > 0)
  return html`<form method="post" novalidate>
${hidden}
${formErrors(content.errorsBeside(known))}
${shown.map((field) => fieldControl({ ...field, hasFocus: field === firstWrong }, scope))}
${fields.map(marker)}
${unsupported.length > 0 && html`<p class="help">${t('The raw form also accepts {fields}.', { fields: unsupported.join(', ') })}</p>`}
${buttons(methodsOfFields(methods, unsupported), t)}
</form>`
}

/** PUT replaces the whole item, so a form that lacks some fields does not send it. */
const methodsOfFields = (methods: readonly string[], unsupported: readonly string[]) =>
  unsupported.length > 0 && methods.includes('PATCH') ? ['PATCH'] : methods

/** Names a field whose input says too little: nothing at all, or a moment without a time zone. */
const marker = ({ name, kind }: Field): Html | null => {
  const marked = kind === undefined ? undefined : markers.get(kind)
  return marked === undefined ? null : html`<input type="hidden" name="${marked}" value="${name}">`
}

const markers: ReadonlyMap<FieldKind, string> = new Map([
  ['checkbox', pageFormFields.box],
  ['list', pageFormFields.list],
  ['datetime-local', pageFormFields.moment],
])

function rawPanel({ scope, methods, hidden, content, accepts, context }: WriteForm): Html {
  const { contentType, content: text } = pageFormFields
  const t = translateFor(context.request)
  const types = context.view.parsers
    .map(({ mediaType }) => mediaType)
    .filter((mediaType) => mediaType !== 'multipart/form-data')
  const type = content.sentType ?? types[0] ?? 'application/json'

  return html`<form method="post">
${hidden}
${content.sentText !== null && formErrors(content.errorsBeside(new Set()))}
<div class="field"><label for="${scope}-type">${t('Media type')}</label>
<select id="${scope}-type" name="${contentType}">${types.map((name) => html`<option${name === type && html` selected`}>${name}</option>`)}</select></div>
<div class="field"><label for="${scope}-content">${t('Content')}</label>
<textarea id="${scope}-content" name="${text}" class="code" rows="9" spellcheck="false" autocapitalize="off" autocomplete="off">
${rawText(accepts, content)}</textarea></div>
${buttons(methods, t)}
</form>`
}

/** The Enter key presses the first button. */
const buttons = (methods: readonly string[], t: Translate): Html =>
  html`<p class="buttons">${methods.map((method, index) => html`<button name="${pageFormFields.method}" value="${method}"${index > 0 && html` class="second"`}>${t(deeds[index > 0 ? 'PUT' : method === 'POST' ? 'POST' : 'PATCH'])}${verb(method)}</button> `)}</p>`

/** The action in a word. Without PATCH, PUT is the way to save. */
const deeds = { POST: 'Add', PATCH: 'Save', PUT: 'Replace' }

/** Asks for confirmation without a script: a first button shows the second, in a reserved space. */
const deleteForm = (hidden: Html, t: Translate): Html =>
  card(
    'delete',
    t('Delete'),
    html`<p>${t('This cannot be undone.')}</p>
<details class="ask"><summary class="button danger">${t('Delete…')}</summary>
<form method="post">${hidden}
<p class="buttons"><button class="danger" name="${pageFormFields.method}" value="DELETE">${t('Delete')}${verb('DELETE')}</button></p>
</form></details>`,
  )

const formType = 'application/x-www-form-urlencoded'
