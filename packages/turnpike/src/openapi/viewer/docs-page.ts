import { html } from 'hono/html'
import { headStart } from '../../pages/brand.ts'
import type { Html } from '../../pages/html.ts'
import type { Translate } from '../../pages/translate.ts'
import type { Assets } from './docs-assets.ts'

interface DocsPageParts {
  /** Shown by the browser. */
  title: string
  /** The tag of the language of the banner. The viewer is in English. */
  language: string
  t: Translate
  banner: Html
  openApiUrl: string
  loginUrl: string | null
  assets: Assets
  /** The cookie whose value writes of a signed-in browser send back, and its header. */
  csrfCookie: string
  csrfHeader: string
}

/** The page around the viewer. Without scripts it shows what it is. */
export const docsPage = ({
  title,
  language,
  t,
  banner,
  openApiUrl,
  loginUrl,
  assets,
  csrfCookie,
  csrfHeader,
}: DocsPageParts): Html =>
  html`<!doctype html>
<html lang="${language}">
<head>
${headStart(title)}
<link rel="stylesheet" href="${assets.viewerStyle.name}">
<link rel="stylesheet" href="${assets.style.name}">
<script defer src="${assets.viewerScript.name}"></script>
<script defer src="${assets.script.name}"></script>
</head>
<body>
<a class="skip" href="#viewer">${t('Skip to the content')}</a>
${banner}
<main id="viewer" lang="en" tabindex="-1" aria-busy="true" data-openapi="${openApiUrl}"${loginUrl !== null && html` data-login="${loginUrl}"`} data-csrf-cookie="${csrfCookie}" data-csrf-header="${csrfHeader}">
<noscript>
<h1>API documentation</h1>
<p>This page shows what the API takes and gives, and lets you try it. That needs JavaScript. Without it,
read the <a href="${openApiUrl}">OpenAPI document</a>, which other tools can show.</p>
</noscript>
</main>
</body>
</html>
`

/** A page with a single sentence. */
export const plainPage = (text: string): Html =>
  html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${text}</title>
<p>${text}</p>
</html>
`

/**
 * Allows only the service's own files, and requests to the service itself, because the viewer tries
 * its methods.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  // To sign out.
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Header fields of the page. */
export const docsHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  // For browsers without `frame-ancestors`.
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
}
