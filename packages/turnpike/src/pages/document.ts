import { html, raw } from 'hono/html'
import { headStart } from './brand.ts'
import type { Html } from './html.ts'
import { stylesheet } from './stylesheet.ts'
import type { Translate } from './translate.ts'

export interface DocumentParts {
  /** The tag of the language. */
  language: string
  t: Translate
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
  /** The stylesheet. Default that of all pages. */
  style?: string
}

/** The frame of every page: head, skip link, banner, content. */
export const documentPage = ({
  language,
  t,
  title,
  banner,
  main,
  footer = null,
  width,
  style = stylesheet,
}: DocumentParts): Html =>
  html`<!doctype html>
<html lang="${language}">
<head>
${headStart(title)}
<style>${raw(style)}</style>
</head>
<body${width && html` class="${width}"`}>
<a class="skip" href="#main">${t('Skip to the content')}</a>
${banner}
<main id="main" tabindex="-1">
${main}
</main>
${footer}
</body>
</html>
`
