import { knownOptions } from '../../errors/known-options.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { pageForms } from '../forms/page-form.ts'
import type { PageContext } from '../page-context.ts'
import { framedPages } from '../page-renderer.ts'
import { type PageContent, PageResponse } from '../page-response.ts'
import { type SiteOptions, siteOf, siteOptions } from '../site.ts'
import { translateFor } from '../translate.ts'
import { builtInTemplates, type ControlsTemplate, controlsNav } from './controls.ts'
import { statusTitle } from './error-main.ts'
import { controlsWithoutEmpty } from './list/list-query.ts'
import { loginMain } from './login-main.ts'
import { responseMain } from './response-main.ts'

export interface BrowsableRendererOptions extends SiteOptions {
  /**
   * Page controls by the name of their pagination template: custom ones, or replacements for
   * `numbers` and `previous-and-next`. Default only these two.
   */
  templates?: Readonly<Record<string, ControlsTemplate>>
}

export const browsableRendererOptions = knownOptions<BrowsableRendererOptions>(
  'browsableRenderer()',
  {
    ...siteOptions,
    templates: 'optional',
  },
)

/**
 * Renders a page for people: the request, the response as sent to programs, the controls of a
 * paginated list, and a form for each method that the client may use. Errors are pages too. There
 * are not scripts, and data never become markup.
 *
 * Put it after `jsonRenderer()`: browsers ask for `text/html` and get the page, all others JSON.
 *
 * @throws ConfigurationError when an option is unknown.
 * @throws Error while rendering, when a pagination style names an unknown template.
 */
export function browsableRenderer(options: BrowsableRendererOptions = {}): Renderer {
  browsableRendererOptions.require(options)
  const site = siteOf(options)
  const templates = new Map(Object.entries({ ...builtInTemplates, ...options.templates }))

  async function contentOf(data: unknown, context: PageContext): Promise<PageContent> {
    const { response, view, status } = context
    const t = translateFor(context.request)
    if (response instanceof PageResponse) return response.content(context)
    if (view.page === 'login') {
      return {
        title: t('Sign in'),
        main: await loginMain(data, site, context),
        width: 'narrow',
      }
    }
    const { main, hasForms } = await responseMain(data, site, context)
    return {
      title: status < 400 ? view.name : `${statusTitle(status, t)} · ${view.name}`,
      main,
      footer: controlsNav(controlsWithoutEmpty(response.controls, context), templates, context),
      ...(hasForms && { width: 'wide' as const }),
    }
  }

  return { ...framedPages(site, contentOf), format: 'api', forms: pageForms }
}
