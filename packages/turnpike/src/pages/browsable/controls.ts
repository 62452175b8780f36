import { html } from 'hono/html'
import type { PageControls } from '../../http/page-controls.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page-context.ts'
import { type Translate, translateFor } from '../translate.ts'

/**
 * Renders the page controls of one pagination template, with `html` of `hono/html`. A plain string
 * is escaped.
 *
 * @param t translates a text into the language of the page: `t('Next')`.
 */
export type ControlsTemplate = (controls: PageControls, t: Translate) => Html | string

/** The controls that come with Turnpike. */
export const builtInTemplates = {
  numbers: numberedControls,
  'previous-and-next': previousAndNext,
} satisfies Record<string, ControlsTemplate>

/**
 * The controls in their place on the page; null for none.
 *
 * @throws Error when the template is unknown.
 */
export function controlsNav(
  controls: PageControls | null,
  templates: ReadonlyMap<string, ControlsTemplate>,
  { request }: Pick<PageContext, 'request'>,
): Html | null {
  if (controls === null) return null

  const template = templates.get(controls.template)
  if (template === undefined) {
    throw new Error(
      `Unknown page controls ${controls.template}: give browsableRenderer() a template of that name.`,
    )
  }
  const t = translateFor(request)
  return html`<nav class="pages" aria-label="${t('Pages')}">
${template(controls, t)}
</nav>`
}

/** `Previous 1 … 4 5 6 … 9 Next` */
function numberedControls({ previous, next, pages }: PageControls, t: Translate): Html {
  return html`<ul class="pagination">
<li>${step(previous, 'prev', t('Previous'))}</li>
${pages.map((page) =>
  page === null
    ? html`<li class="gap">…</li>\n`
    : html`<li><a href="${page.url}"${page.isActive && html` aria-current="page"`}>${page.number}</a></li>\n`,
)}<li>${step(next, 'next', t('Next'))}</li>
</ul>`
}

/** `Previous Next` */
function previousAndNext({ previous, next }: PageControls, t: Translate): Html {
  return html`<ul class="pager">
<li>${step(previous, 'prev', t('Previous'))}</li>
<li>${step(next, 'next', t('Next'))}</li>
</ul>`
}

/** A link to a neighbouring page; without one, only its name, to keep the layout. */
const step = (url: string | null, rel: 'prev' | 'next', name: string): Html =>
  url === null
    ? html`<span class="step ${rel}"><span>${name}</span></span>`
    : html`<a class="step ${rel}" href="${url}" rel="${rel}"><span>${name}</span></a>`
