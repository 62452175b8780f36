import { html } from 'hono/html'
import type { Html } from './html.ts'

/** The service's name and logo, as a link to its home page. */
export const brand = (homeUrl: string, title: string): Html =>
  html`<p class="api"><a href="${homeUrl}">${mark}<span>${title}</span></a></p>`

/** A barrier, half open. */
const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 21v-9M2 21h6M5 13 21 5" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round"/><circle cx="4" cy="12.5" r="2.6" fill="currentColor"/></svg>`

/** The elements that all pages have in their head. */
export const headStart = (title: string): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">`

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#17607a"/><path d="M6 19v-7M7.500 12.500 19 7" fill="none" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/><circle cx="6" cy="12.500" r="2.400" fill="#fff"/></svg>',
)}`
