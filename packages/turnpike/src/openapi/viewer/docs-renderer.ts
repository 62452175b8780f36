import { csrfCookieName } from '../../authentication/session-cookies.ts'
import { banner, titleOf } from '../../pages/banner.ts'
import { type PageContext, pageContext } from '../../pages/page-context.ts'
import type { Site } from '../../pages/site.ts'
import { loadPageTexts, translateFor } from '../../pages/translate.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { loadAssets } from './docs-assets.ts'
import { docsHeaders, docsPage, plainPage } from './docs-page.ts'

/** Errors as a page with a single sentence. */
export const sentencePage: Renderer = {
  mediaType: 'text/html',
  format: 'html',
  charset: 'utf-8',
  headers: docsHeaders,
  render: async (data) => {
    const detail = (data as { detail?: unknown } | null)?.detail
    const text = typeof detail === 'string' ? detail : 'Something went wrong.'
    return (await plainPage(text)).toString()
  },
}

/** Where the viewer finds the document and the login page, relative to its own page. */
interface ViewerUrls {
  readonly openApiUrl: string
  readonly loginUrl: string | null
}

/** Renders the page of the viewer, under the banner of all pages, whatever the data are. */
export const docsRenderer = (site: Site, urls: ViewerUrls): Renderer => ({
  ...sentencePage,

  async render(data, rendered) {
    const context: PageContext = pageContext(rendered)
    const { request, view, status } = context
    if (status >= 300) return sentencePage.render(data, context)

    await loadPageTexts(view.languages)
    const page = await docsPage({
      ...urls,
      title: `API documentation · ${titleOf(site, context)}`,
      language: request.language,
      t: translateFor(request),
      banner: banner(site, context),
      assets: await loadAssets(),
      csrfCookie: csrfCookieName(request, view),
      csrfHeader: view.settings.CSRF_HEADER_NAME,
    })
    return page.toString()
  },
})
