import { html } from 'hono/html'
import { explanationOf } from '../../explanations/watched.ts'
import { inWords } from '../../explanations/words.ts'
import { statusLine } from '../../http/syntax/reason-phrases.ts'
import { isRead } from '../../http/syntax/safe-methods.ts'
import { withParameter } from '../../pagination/links.ts'
import { loginLink } from '../banner.ts'
import { verb } from '../forms/fields.ts'
import { pageFormFields } from '../forms/page-form.ts'
import { requestForms } from '../forms/request-forms.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import type { Site } from '../site.ts'
import { translateFor } from '../translate.ts'
import { itemBody } from './item-body.ts'
import { jsonMarkup } from './json-markup.ts'
import { listBody } from './list/list-body.ts'
import { withoutEmpty } from './list/list-query.ts'
import { queryForm } from './list/query-form.ts'
import { isPath } from './path.ts'
import { type RelatedItems, relatedItems } from './related.ts'
import { trail } from './trail.ts'

/** The request and its response, beside the forms to send another request. */
export async function responseMain(
  data: unknown,
  site: Site,
  context: PageContext,
): Promise<MainWithForms> {
  const { name } = context.view
  const t = translateFor(context.request)
  // A client that is denied access need not learn what the view does.
  const description = [401, 403].includes(context.status) ? '' : context.view.description
  // Rendered first, because it shows the header fields: the tokens of the forms may add to them.
  const exchange = html`<div>
${queryForm(data, context)}
${requestSection(context)}
${responseSection(data, context, await relatedItems(data, context))}
</div>`
  const forms = await requestForms(context)
  const main = html`${trail(context)}<header>
<h1>${name}</h1>
${description && html`<p class="description">${description}</p>`}
${forms?.canAdd && html`<p class="jump"><a href="#add">${t('Add')}</a></p>`}
</header>
${signInNotice(site, context)}
${changedNotice(context)}
${explanationNotice(context)}
${
  // Who has to correct something finds it first, also on a phone, where one follows the other.
  context.status >= 400 && context.request.sentForm !== null
    ? html`<div class="exchange refused">\n${forms?.content}\n${exchange}\n</div>`
    : html`<div class="exchange">\n${exchange}\n${forms?.content}\n</div>`
}`
  return { main, hasForms: forms !== null }
}

/** Clients denied because they are anonymous are offered to sign in. */
function signInNotice({ loginUrl }: Site, { request, status }: PageContext): Html | null {
  if (loginUrl === null || request.isIdentified || (status !== 401 && status !== 403)) return null
  const t = translateFor(request)
  return html`<p class="notice signin">${t('This needs an account.')} <a class="button" href="${loginLink(loginUrl, request)}">${t('Sign in')}</a></p>`
}

/** In development: why the request was refused (`EXPLAIN_REFUSALS`). */
function explanationNotice({ request, status }: PageContext): Html | null {
  const explanation = explanationOf(request, status)
  return (
    explanation &&
    html`<section class="notice" aria-label="Why this was refused">
<p>${explanation.reason}</p>
${explanation.advice.map((sentence) => html`<p>→ ${sentence}</p>\n`)}<details><summary>Every step</summary>
<pre>${inWords(explanation)}</pre></details>
</section>`
  )
}

/** Who sent a form for an item that has changed since has no other way to see the item. */
function changedNotice(context: PageContext): Html | null {
  if (context.status !== 412 || !context.view.handlers.has('GET')) return null
  const t = translateFor(context.request)
  return html`<p class="notice signin">${t('Nothing was changed. To see the item as it is stored, without your input:')} <a class="button" href="${ownLink(context)}">${t('Open the current version')}</a></p>`
}

interface MainWithForms {
  readonly main: Html
  readonly hasForms: boolean
}

const requestSection = (context: PageContext): Html =>
  html`<section class="request" aria-labelledby="request">
<h2 id="request" class="unseen">${translateFor(context.request)('Request')}</h2>
<p><b class="method">${shownMethod(context.request)}</b> <code>${targetOf(context)}</code></p>
${actions(context)}
</section>`

/** Sends the request again as GET, or as OPTIONS, which describes the view. */
function actions(context: PageContext): Html {
  const { request, view } = context
  const t = translateFor(request)
  return html`<ul class="actions">
${view.handlers.has('GET') && html`<li><a class="button quiet" href="${ownLink(context)}">${isRead(request.method) ? t('Reload') : t('Open')}${verb('GET')}</a></li>`}
${view.handlers.has('OPTIONS') && html`<li><form method="post"><button class="quiet" name="${pageFormFields.method}" value="OPTIONS">${t('Describe')}${verb('OPTIONS')}</button></form></li>`}
</ul>`
}

/** HEAD has the length of the page of GET. */
const shownMethod = ({ method }: { method: string }) => (method === 'HEAD' ? 'GET' : method)

/** The URL of the page. A path that begins with two slashes would lead to another host. */
const ownLink = (context: PageContext): string =>
  context.request.path.startsWith('//') ? '' : targetOf(context)

/** The path with the query, without what an empty form adds to it. */
const targetOf = (context: PageContext): string =>
  withoutEmpty(context.request.url, context).slice(context.request.baseUrl.length)

const responseSection = (data: unknown, context: PageContext, related: RelatedItems): Html =>
  html`<section class="response ${kindOf(context.status)}" aria-labelledby="response">
<div class="status">
<h2 id="response"><span class="unseen">${translateFor(context.request)('Response:')} </span>${statusLine(context.status)}</h2>
${formatLinks(context)}
</div>
${body(data, context, related)}
</section>`

/** For people in front, if they see the data in another way than programs do. */
function body(data: unknown, context: PageContext, related: RelatedItems): Html {
  const json = jsonBody(data, context)
  const all = { fields: fieldList(shownFields, context), json }
  // The next step after adding an item stays in view.
  const fields = fieldList(shownFields.slice(0, -1), context)
  const item = itemBody(data, { fields, json }, context, related)
  return item === null
    ? listBody(data, all, context, related)
    : html`${context.headers.has('Location') && fieldList(['Location'], context)}${item}`
}

const fieldList = (names: readonly string[], context: PageContext): Html =>
  html`<dl class="fields">
${headerFields(names, context).map(([name, value]) => html`<div><dt>${name}</dt><dd>${name === 'Location' ? locationLink(value) : value}</dd></div>\n`)}</dl>`

const jsonBody = (data: unknown, { request }: PageContext): Html | null =>
  data === undefined
    ? null
    : html`<pre class="body" tabindex="0" role="region" aria-label="${translateFor(request)('Body of the response')}">${jsonMarkup(data)}</pre>`

/** The header fields worth showing, in the order of the page. */
const shownFields = [
  'Allow',
  'Content-Type',
  'Vary',
  'WWW-Authenticate',
  'Retry-After',
  'Link',
  'Location',
]

/** Header fields as programs get them, because the page shows the response for programs. */
function headerFields(
  names: readonly string[],
  { headers, view }: PageContext,
): [name: string, value: string][] {
  const contentType = otherRenderers(view)[0]?.mediaType ?? 'text/html; charset=utf-8'

  return names.flatMap((name) => {
    const value = name === 'Content-Type' ? contentType : headers.get(name)
    return value === null ? [] : [[name, value]]
  })
}

/** A path of this service becomes a link; anything else could lead to another host. */
const locationLink = (location: string): Html | string =>
  isPath(location) ? html`<a href="${location}">${location}</a>` : location

/** Links to the formats for programs at the same URL. */
function formatLinks(context: PageContext): Html | null {
  const { request, view } = context
  const { URL_FORMAT_OVERRIDE: parameter } = view.settings
  const t = translateFor(request)
  const others = otherRenderers(view)
  if (parameter === null || others.length === 0) return null

  // Only the query: a path may begin with two slashes, and a link to it would leave this host.
  const query = withoutEmpty(/\?.*$/.exec(request.url)?.[0] ?? '', context)
  return html`<ul class="formats">
${others.map(
  ({ format, mediaType }) =>
    html`<li><a href="${withParameter(query, parameter, format)}" rel="alternate" type="${mediaType}">${t('View as {format}', { format: format.toUpperCase() })}</a></li>\n`,
)}</ul>`
}

const otherRenderers = ({ renderers }: PageContext['view']) =>
  renderers.filter(({ mediaType, isForErrors }) => mediaType !== 'text/html' && !isForErrors)

/** The CSS class that colours a status. */
const kindOf = (status: number) => (status < 300 ? 'good' : status < 400 ? 'other' : 'bad')
