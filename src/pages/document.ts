import { html, raw } from 'hono/html'
import type { Html } from './html.ts'
import { stylesheet } from './stylesheet.ts'

interface DocumentParts {
  /** In the title bar of the browser. */
  title: string
  /** What the API is called. */
  apiTitle: string
  /** Who is signed in, in words. */
  user: string
  /** The content of `main`. */
  main: Html
  /** What stays in view below it, or null. */
  footer: Html | null
}

/** The frame of every page: head, skip link, who is signed in, content. */
export const documentPage = ({ title, apiTitle, user, main, footer }: DocumentParts): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${raw(stylesheet)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="banner">
<p class="api">${mark}<span>${apiTitle}</span></p>
<p class="user">${user}</p>
</header>
<main id="main" tabindex="-1">
${main}
</main>
${footer}
</body>
</html>
`

/** A barrier, half open. */
const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 21v-9M2 21h6M5 13 21 5" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/><circle cx="4" cy="12.5" r="2.6" fill="currentColor"/></svg>`

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#17607a"/><path d="M6 19v-7M7.500 12.500 19 7" fill="none" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/><circle cx="6" cy="12.500" r="2.400" fill="#fff"/></svg>',
)}`
