import { knownOptions } from '../errors/known-options.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { banner, titleOf } from './banner.ts'
import { detailOf, errorMain, statusTitle } from './browsable/error-main.ts'
import { documentPage } from './document.ts'
import { type PageContext, pageContext } from './page-context.ts'
import { type PageContent, PageResponse } from './page-response.ts'
import { pageHeaders } from './security-headers.ts'
import { type Site, type SiteOptions, siteOf, siteOptions } from './site.ts'
import { loadPageTexts, translateFor } from './translate.ts'

export const pageRendererOptions = knownOptions<SiteOptions>('pageRenderer()', {
  ...siteOptions,
})

/**
 * Renders only pages: a `PageResponse` by its content, any other response, such as an error, by its
 * status and text. For views that are of no use to programs.
 *
 * @throws ConfigurationError when an option is unknown.
 */
export function pageRenderer(options: SiteOptions = {}): Renderer {
  pageRendererOptions.require(options)
  const site = siteOf(options)

  return {
    ...framedPages(site, (data, context) => {
      const { response, status } = context
      return response instanceof PageResponse
        ? response.content(context)
        : {
            title: statusTitle(status, translateFor(context.request)),
            main: errorMain(status, detailOf(data), site.homeUrl, translateFor(context.request)),
          }
    }),
    format: 'html',
  }
}

/**
 * The common part of the renderers of pages: the frame around the content, and its header fields.
 */
export const framedPages = (
  site: Site,
  contentOf: (data: unknown, context: PageContext) => PageContent | Promise<PageContent>,
): Omit<Renderer, 'format'> => ({
  mediaType: 'text/html',
  charset: 'utf-8',
  headers: pageHeaders,
  rendersEmpty: true,

  async render(data, rendered) {
    const context = pageContext(rendered)
    const { request, headers, view } = context
    await loadPageTexts(view.languages)
    if (request.translator !== null) headers.set('Content-Language', request.language)
    const { title, ...content } = await contentOf(data, context)
    const page = await documentPage({
      ...content,
      language: request.language,
      t: translateFor(request),
      title: `${title} · ${titleOf(site, context)}`,
      banner: banner(site, context),
    })
    return page.toString()
  },
})
