import { html } from 'hono/html'
import { withParameter } from '../pagination/links.ts'
import type { RenderContext } from '../rendering/renderer.ts'
import type { Html } from './html.ts'
import { jsonMarkup } from './json-markup.ts'
import { statusLine } from './status-line.ts'

/** What the page tells of a request and its response. */
export const responseMain = (data: unknown, context: RenderContext): Html => html`<header>
<h1>${context.view.name}</h1>
${context.view.description && html`<p class="description">${context.view.description}</p>`}
</header>
${requestSection(context)}
${responseSection(data, context)}`

const requestSection = ({ request: { method, url, baseUrl } }: RenderContext): Html =>
  html`<section class="request" aria-labelledby="request">
<h2 id="request" class="unseen">Request</h2>
<p><b class="method">${method}</b> <code>${url.slice(baseUrl.length)}</code></p>
</section>`

const responseSection = (data: unknown, context: RenderContext): Html =>
  html`<section class="response ${kindOf(context.status)}" aria-labelledby="response">
<div class="status">
<h2 id="response"><span class="unseen">Response: </span>${statusLine(context.status)}</h2>
${formatLinks(context)}
</div>
<dl class="fields">
${headerFields(context).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
<pre class="body" tabindex="0" role="region" aria-label="Body of the response">${jsonMarkup(data)}</pre>
</section>`

/** The header fields that tell something about an answer, in the order of the page. */
const shownFields = [
  'Allow',
  'Content-Type',
  'Vary',
  'WWW-Authenticate',
  'Retry-After',
  'Link',
  'Location',
]

/** Header fields as programs get them: the page is about their answer. */
function headerFields({ headers, view }: RenderContext): [name: string, value: string][] {
  const contentType = otherRenderers(view)[0]?.mediaType ?? 'text/html; charset=utf-8'

  return shownFields.flatMap((name) => {
    const value = name === 'Content-Type' ? contentType : headers.get(name)
    return value === null ? [] : [[name, value]]
  })
}

/** Links to the same URL as programs see it. */
function formatLinks({ request, view }: RenderContext): Html | null {
  const { URL_FORMAT_OVERRIDE: parameter } = view.settings
  const others = otherRenderers(view)
  if (parameter === null || others.length === 0) return null

  // The query alone: a path may begin with two slashes, and a link to it would leave this host.
  const query = /\?.*$/.exec(request.url)?.[0] ?? ''
  return html`<ul class="formats">
${others.map(
  ({ format, mediaType }) =>
    html`<li><a href="${withParameter(query, parameter, format)}" rel="alternate" type="${mediaType}">View as ${format.toUpperCase()}</a></li>\n`,
)}</ul>`
}

const otherRenderers = ({ renderers }: RenderContext['view']) =>
  renderers.filter(({ mediaType, isForErrors }) => mediaType !== 'text/html' && !isForErrors)

/** The class that gives a status its colour. */
const kindOf = (status: number) => (status < 300 ? 'good' : status < 400 ? 'other' : 'bad')
