import { html } from 'hono/html'
import { knownOptions } from '../../errors/known-options.ts'
import type { View, ViewOptions } from '../../views/view.ts'
import type { Html } from '../html.ts'
import { PageResponse } from '../page-response.ts'
import { translateFor } from '../translate.ts'

export interface HomeViewOptions {
  /** Default `Home`. */
  name?: string
  /** What the service does. Default empty. */
  description?: string
  /** The path of this view. Default `/`. */
  path?: string
}

export const homeViewOptions = knownOptions<HomeViewOptions>('homeView()', {
  name: 'optional',
  description: 'optional',
  path: 'optional',
})

/**
 * The view of the root of a service. It lists the views under the paths given to `routes`, with
 * their descriptions and methods: for people as a page with links, for programs by name and URL.
 * Paths with parameters and wildcards are shown without a link. Everyone may see it.
 */
export function homeView(
  views: Readonly<Record<string, View | ViewOptions>>,
  options: HomeViewOptions = {},
): ViewOptions {
  homeViewOptions.require(options)
  const { name = null, description = '', path: own = '/' } = options
  const entries = Object.entries(views).filter(([path]) => path !== own && !path.includes('*'))
  const plain = entries.filter(([path]) => !path.includes(':'))

  return {
    name: name ?? 'Home',
    description,
    permissions: [],
    pagination: null,

    get(request) {
      const mount = mountOf(request.path, own)
      const root = request.baseUrl + mount
      const data = Object.fromEntries(plain.map(([path]) => [nameOf(path), root + path]))
      const content = () => {
        const title = name ?? translateFor(request)('Home')
        return {
          title,
          main: html`<h1>${title}</h1>
${description && html`<p class="description">${description}</p>`}
<ul class="routes">${entries.map(([path, view]) => routeItem(path, view, mount))}</ul>`,
        }
      }
      return new PageResponse(data, content)
    },
  }
}

/** The path at which another app has mounted the views: `/api/v1`. */
function mountOf(path: string, own: string): string {
  const end = own.replace(/\/$/, '')
  const rest = path.replace(/\/$/, '')
  // A path that begins with two slashes would lead to another host.
  return rest.endsWith(end) && !rest.startsWith('//') ? rest.slice(0, rest.length - end.length) : ''
}

/** Pages that people can open are links. */
function routeItem(path: string, view: View | ViewOptions, mount: string): Html {
  const methods = methodsOf(view)
  const isLink = !path.includes(':') && methods.includes('GET')
  return html`<li>
<div><span class="path">${isLink ? html`<a href="${mount + path}">${mount + path}</a>` : mount + path}</span>
<div class="methods">${methods.map((method) => html`<span class="verb">${method}</span>`)}</div></div>
<p>${view.name && html`<strong>${view.name}</strong><br>`}${view.description}</p>
</li>`
}

/** The methods without OPTIONS, which every view has. */
function methodsOf(view: View | ViewOptions): string[] {
  const names =
    'handlers' in view
      ? [...view.handlers.keys()]
      : ['get', 'post', 'put', 'patch', 'delete']
          .filter((method) => Reflect.get(view, method) !== undefined)
          .map((method) => method.toUpperCase())
  return names.filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
}

/** `/api-token-auth/` → `api-token-auth` */
const nameOf = (path: string) => path.replace(/^\/|\/$/g, '')
