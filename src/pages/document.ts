import { html, raw } from 'hono/html'
import type { Html } from './html.ts'
import { stylesheet } from './stylesheet.ts'

export interface DocumentParts {
  /** In the title bar of the browser. */
  title: string
  /** What stands above the content. */
  banner: Html
  /** The content of `main`. */
  main: Html
  /** What stays in view below it, or null. Default null. */
  footer?: Html | null
  /** `wide`: room for two columns; `narrow`: one form. Default neither. */
  width?: 'wide' | 'narrow'
}

/** The frame of every page: head, skip link, banner, content. */
export const documentPage = ({ title, banner, main, footer = null, width }: DocumentParts): Html =>
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
<body${width && html` class="${width}"`}>
<a class="skip" href="#main">Skip to the content</a>
${banner}
<main id="main" tabindex="-1">
${main}
</main>
${footer}
</body>
</html>
`

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#17607a"/><path d="M6 19v-7M7.500 12.500 19 7" fill="none" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/><circle cx="6" cy="12.500" r="2.400" fill="#fff"/></svg>',
)}`
