import { html } from 'hono/html'
import { plainBanner } from '../banner.ts'
import { documentPage } from '../document.ts'
import type { Html } from '../html.ts'
import { pageHeadersFor } from '../security-headers.ts'
import { siteOf } from '../site.ts'
import { stylesheet } from '../stylesheet.ts'
import { translateFor } from '../translate.ts'
import { errorStyle } from './error-style.ts'

/** One line of a stack. */
export interface ErrorFrame {
  /** `async Object.get`; empty if it has no name. */
  readonly name: string
  /** For people: the file, the line and the column. */
  readonly place: string
  /** Whether it is code of the application, not of a library. */
  readonly isOwn: boolean
  /** The lines around the place; null if they are not shown. */
  readonly source: { readonly first: number; readonly at: number; readonly lines: string[] } | null
}

/** An error as it is shown. */
export interface ReportedError {
  /** `TypeError` */
  readonly name: string
  readonly message: string
  readonly frames: readonly ErrorFrame[]
  /** The stack as text. */
  readonly stack: string
}

export interface ErrorReport {
  /** `GET /notes/` */
  readonly request: string
  /** The error, its cause, and so on. */
  readonly errors: readonly [ReportedError, ...ReportedError[]]
}

const style = stylesheet + errorStyle

/** Header fields of the page. */
export const errorPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeadersFor(style),
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
}

/** A page with an error, its stack with source lines, and its causes. For developers alone. */
export async function errorPage({ request, errors }: ErrorReport): Promise<string> {
  const [{ name, message }, ...causes] = errors
  const page = await documentPage({
    title: `${name}: ${message.slice(0, 80)}`,
    language: 'en',
    t,
    banner: plainBanner(siteOf({ title: 'Turnpike dev' }), t),
    main: html`<div class="error">
<p class="code">500</p>
<h1>${name}</h1>
<p class="message">${message}</p>
<p class="where">${request}</p>
${framesOf(errors[0])}
${causes.map(
  (cause) => html`<section>
<h2>Caused by ${cause.name}</h2>
<p class="message">${cause.message}</p>
${framesOf(cause)}
</section>`,
)}
<details><summary>As text</summary>
<pre class="raw" tabindex="0">${errors.map(({ stack }) => stack).join('\n\nCaused by ')}</pre>
</details>
<p class="note">Only <code>turnpike dev</code> shows this page. Other clients, and those of <code>turnpike serve</code>, only learn that the server failed.</p>
</div>`,
    style,
  })
  return page.toString()
}

const t = translateFor({ translator: null })

const framesOf = ({ frames }: ReportedError): Html =>
  frames.length === 0
    ? html``
    : html`<ol class="frames" role="list">${frames.map(
        ({ name, place, isOwn, source }) => html`<li class="${isOwn ? 'own' : 'foreign'}">
<p class="frame"><code>${name || '(anonymous)'}</code><span class="file">${place}</span></p>
${source && sourceOf(source)}</li>\n`,
      )}</ol>`

const sourceOf = ({ first, at, lines }: NonNullable<ErrorFrame['source']>): Html =>
  html`<div class="source" tabindex="0"><ol role="list">${lines.map(
    (line, index) =>
      html`<li${first + index === at && html` class="at"`}><span>${first + index}</span>${line || ' '}</li>`,
  )}</ol></div>`
