import { ApiException } from '../errors/api-exception.ts'
import { badRequest, notFound, serverError } from '../errors/error-views.ts'
import { knownOptions } from '../errors/known-options.ts'
import { jsonRenderer } from '../rendering/json.ts'
import { negotiate } from '../rendering/negotiate.ts'
import type { ErrorView, RoutesOptions } from '../routes.ts'
import { plainBanner } from './banner.ts'
import { errorMain } from './browsable/error-main.ts'
import { statusLine } from './browsable/status-line.ts'
import { documentPage } from './document.ts'
import { pageRenderer } from './page-renderer.ts'
import { pageHeaders } from './security-headers.ts'
import { type SiteOptions, siteOf, siteOptions } from './site.ts'

export const errorPagesOptions = knownOptions<SiteOptions>('errorPages()', {
  ...siteOptions,
})

/**
 * The answers from outside of the views as pages for browsers, and as JSON for everyone else:
 * `routes(api, views, errorPages())`.
 *
 * @throws ConfigurationError when there is no such option.
 */
export function errorPages(
  options: SiteOptions = {},
): Required<Pick<RoutesOptions, 'notFound' | 'badRequest' | 'serverError'>> {
  errorPagesOptions.require(options)
  const site = siteOf(options)

  const view =
    (forPrograms: () => Response, detail: string): ErrorView =>
    async (request) => {
      const answer = forPrograms()
      answer.headers.set('Vary', 'Accept')
      if (!prefersPage(request)) return answer

      const { status } = answer
      const page = await documentPage({
        title: [statusLine(status), ...(site.title === undefined ? [] : [site.title])].join(' · '),
        banner: plainBanner(site),
        main: errorMain(status, detail, site.homeUrl),
      })
      const text = new TextEncoder().encode(page.toString())
      return new Response(text, {
        status,
        headers: {
          ...pageHeaders,
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Length': `${text.length}`,
          Vary: 'Accept',
        },
      })
    }

  return {
    notFound: view(notFound, 'There is nothing at this address.'),
    badRequest: view(badRequest, 'The service does not take this request.'),
    serverError: view(
      serverError,
      'Something went wrong here. It has been written down in the log.',
    ),
  }
}

const renderers = [jsonRenderer(), pageRenderer()]

/** As a view with pages behind JSON decides. Who accepts neither gets JSON. */
function prefersPage({ headers }: Request): boolean {
  try {
    return negotiate({ headers, queryValue: () => null }, renderers, null).renderer === renderers[1]
  } catch (error) {
    if (error instanceof ApiException) return false
    throw error
  }
}
