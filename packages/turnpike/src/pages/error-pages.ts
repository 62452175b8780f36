import { knownOptions } from '../errors/known-options.ts'
import type { RoutesOptions } from '../routes.ts'
import type { ErrorView } from '../routing/outside-views.ts'
import { plainBanner } from './banner.ts'
import { errorMain, statusTitle } from './browsable/error-main.ts'
import { documentPage } from './document.ts'
import { prefersPage } from './prefers-page.ts'
import { pageHeaders } from './security-headers.ts'
import { type SiteOptions, siteOf, siteOptions } from './site.ts'
import { loadPageTexts, type Translate, translateFor } from './translate.ts'

export const errorPagesOptions = knownOptions<SiteOptions>('errorPages()', {
  ...siteOptions,
})

/**
 * The responses that no view makes, as pages for browsers and as JSON for all others:
 * `routes(api, views, errorPages())`.
 *
 * @throws ConfigurationError when an option is unknown.
 */
export function errorPages(
  options: SiteOptions = {},
): Required<Pick<RoutesOptions, 'notFound' | 'badRequest' | 'serverError'>> {
  errorPagesOptions.require(options)
  const site = siteOf(options)

  const view =
    (detail: (t: Translate) => string): ErrorView =>
    async (request, { language, languages, usual }) => {
      const answer = usual()
      const vary = ['Accept', answer.headers.get('Vary') ?? []].flat().join(', ')
      answer.headers.set('Vary', vary)
      if (!prefersPage(request)) return answer

      await loadPageTexts(languages)
      const { status } = answer
      const translator = languages?.translator(language) ?? null
      const t = translateFor({ translator })
      const page = await documentPage({
        title: [statusTitle(status, t), ...(site.title === undefined ? [] : [site.title])].join(
          ' · ',
        ),
        language,
        t,
        banner: plainBanner(site, t),
        main: errorMain(status, detail(t), site.homeUrl, t),
      })
      const text = new TextEncoder().encode(page.toString())
      return new Response(text, {
        status,
        headers: {
          ...pageHeaders,
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Length': `${text.length}`,
          Vary: vary,
          ...(translator !== null && { 'Content-Language': language }),
        },
      })
    }

  return {
    notFound: view((t) => t('There is no page at this address.')),
    badRequest: view((t) => t('The service cannot accept this request.')),
    serverError: view((t) => t('Something went wrong on our side. The error was logged.')),
  }
}
