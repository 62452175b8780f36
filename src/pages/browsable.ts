import type { Renderer } from '../rendering/renderer.ts'
import { builtInTemplates, type ControlsTemplate, controlsNav } from './controls.ts'
import { documentPage } from './document.ts'
import { responseMain } from './response-main.ts'
import { pageHeaders } from './security-headers.ts'
import { signedInAs } from './signed-in.ts'
import { statusLine } from './status-line.ts'

export interface BrowsableRendererOptions {
  /** What the API is called, at the top of every page. Default the host of the request. */
  title?: string
  /**
   * Page controls by the name of their pagination template: your own, or your own form of `numbers`
   * and `previous-and-next`. Default none but these two.
   */
  templates?: Readonly<Record<string, ControlsTemplate>>
}

/**
 * Renders a page for people: the request, the response as it is sent to programs, and the controls of
 * a paginated list. Errors are pages too. There is no script in it; data never become markup.
 *
 * Put it behind `jsonRenderer()`: a browser names `text/html` and gets the page, everyone else JSON.
 *
 * @throws Error while rendering, when a pagination style names a template that there is not.
 */
export function browsableRenderer({ title, templates }: BrowsableRendererOptions = {}): Renderer {
  const allTemplates = new Map(Object.entries({ ...builtInTemplates, ...templates }))

  return {
    mediaType: 'text/html',
    format: 'api',
    charset: 'utf-8',
    headers: pageHeaders,

    async render(data, context) {
      const { request, response, view, status } = context
      const apiTitle = title ?? request.client.host
      const heading = status < 400 ? view.name : `${statusLine(status)} · ${view.name}`

      const page = await documentPage({
        title: `${heading} · ${apiTitle}`,
        apiTitle,
        user: signedInAs(request),
        main: responseMain(data, context),
        footer: controlsNav(response.controls, allTemplates),
      })
      return page.toString()
    },
  }
}
