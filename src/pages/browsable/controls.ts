import { html } from 'hono/html'
import type { PageControls } from '../../http/page-controls.ts'
import type { Html } from '../html.ts'

/**
 * Renders the page controls of one pagination template, with `html` of `hono/html`. A plain string
 * is escaped.
 */
export type ControlsTemplate = (controls: PageControls) => Html | string

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
): Html | null {
  if (controls === null) return null

  const template = templates.get(controls.template)
  if (template === undefined) {
    throw new Error(
      `Unknown page controls ${controls.template}: give browsableRenderer() a template of that name.`,
    )
  }
  return html`<nav class="pages" aria-label="Pages">
${template(controls)}
</nav>`
}

/** `Previous 1 … 4 5 6 … 9 Next` */
function numberedControls({ previous, next, pages }: PageControls): Html {
  return html`<ul class="pagination">
<li>${step(previous, 'prev', 'Previous')}</li>
${pages.map((page) =>
  page === null
    ? html`<li class="gap">…</li>\n`
    : html`<li><a href="${page.url}"${page.isActive && html` aria-current="page"`}>${page.number}</a></li>\n`,
)}<li>${step(next, 'next', 'Next')}</li>
</ul>`
}

/** `Previous Next` */
function previousAndNext({ previous, next }: PageControls): Html {
  return html`<ul class="pager">
<li>${step(previous, 'prev', 'Previous')}</li>
<li>${step(next, 'next', 'Next')}</li>
</ul>`
}

/** A link to a neighbouring page; without one, only its name, to keep the layout. */
const step = (url: string | null, rel: 'prev' | 'next', name: string): Html =>
  url === null
    ? html`<span class="step ${rel}"><span>${name}</span></span>`
    : html`<a class="step ${rel}" href="${url}" rel="${rel}"><span>${name}</span></a>`
