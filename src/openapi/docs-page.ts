import { html } from 'hono/html'
import type { Assets } from './docs-assets.ts'

interface DocsPageParts {
  title: string
  openApiUrl: string
  assets: Assets
  /** The cookie whose value writes of a signed-in browser send back, and the header for it. */
  csrfCookie: string
  csrfHeader: string
}

type Html = ReturnType<typeof html>

/** The page around the viewer. Without scripts it says what it is. */
export const docsPage = ({
  title,
  openApiUrl,
  assets,
  csrfCookie,
  csrfHeader,
}: DocsPageParts): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${assets.viewerStyle.name}">
<link rel="stylesheet" href="${assets.style.name}">
<script defer src="${assets.viewerScript.name}"></script>
<script defer src="${assets.script.name}"></script>
</head>
<body>
<a class="skip" href="#viewer">Skip to the content</a>
<header class="banner">
<p class="api">${mark}<span>${title}</span></p>
<p class="document"><a href="${openApiUrl}">OpenAPI document</a></p>
</header>
<main id="viewer" tabindex="-1" aria-busy="true" data-openapi="${openApiUrl}" data-csrf-cookie="${csrfCookie}" data-csrf-header="${csrfHeader}">
<noscript>
<h1>${title}</h1>
<p>This page shows what the API takes and gives, and lets you try it. That needs JavaScript. Without it,
read the <a href="${openApiUrl}">OpenAPI document</a>, which other tools show as well.</p>
</noscript>
</main>
</body>
</html>
`

/** A page with one sentence. */
export const plainPage = (text: string): Html =>
  html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${text}</title>
<p>${text}</p>
</html>
`

/** A barrier, half open. */
const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 21v-9M2 21h6M5 13 21 5" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/><circle cx="4" cy="12.5" r="2.6" fill="currentColor"/></svg>`

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#17607a"/><path d="M6 19v-7M7.500 12.500 19 7" fill="none" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/><circle cx="6" cy="12.500" r="2.400" fill="#fff"/></svg>',
)}`

/** Only the service's own files, and requests to the service itself: the viewer tries its methods. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Header fields of the page. */
export const docsHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  // Browsers that do not know `frame-ancestors`.
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
}
