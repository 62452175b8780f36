import { html, raw } from 'hono/html'
import { headStart } from './brand.ts'
import type { Html } from './html.ts'
import { stylesheet } from './stylesheet.ts'

export interface DocumentParts {
  /** The title, shown by the browser. */
  title: string
  /** Shown above the content. */
  banner: Html
  /** The content of `main`. */
  main: Html
  /** A footer that stays in view, or null. Default null. */
  footer?: Html | null
  /** `wide`: room for two columns; `narrow`: one form. Default neither. */
  width?: 'wide' | 'narrow'
}

/** The frame of every page: head, skip link, banner, content. */
export const documentPage = ({ title, banner, main, footer = null, width }: DocumentParts): Html =>
  html`<!doctype html>
<html lang="en">
<head>
${headStart(title)}
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
