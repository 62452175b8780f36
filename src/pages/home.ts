import { html } from 'hono/html'
import type { View, ViewOptions } from '../view.ts'
import type { Html } from './html.ts'
import { PageResponse } from './page-response.ts'

export interface HomeViewOptions {
  /** Default `Home`. */
  name?: string
  /** What the service does. Default empty. */
  description?: string
}

/**
 * The view of the root of a service: it lists the views under the paths that `routes` is given, with
 * their descriptions and methods, for people as a page with links, and for programs by name and URL.
 * Paths with parameters and wildcards are shown, and are no links. Everybody may see it.
 */
export function homeView(
  views: Readonly<Record<string, View | ViewOptions>>,
  { name = 'Home', description = '' }: HomeViewOptions = {},
): ViewOptions {
  const entries = Object.entries(views).filter(([path]) => path !== '/' && !path.includes('*'))
  const plain = entries.filter(([path]) => !path.includes(':'))

  return {
    name,
    description,
    permissions: [],
    pagination: null,

    get({ baseUrl }) {
      const data = Object.fromEntries(plain.map(([path]) => [nameOf(path), baseUrl + path]))
      return new PageResponse(data, () => ({
        title: name,
        main: html`<h1>${name}</h1>
${description && html`<p class="description">${description}</p>`}
<ul class="routes">${entries.map(([path, view]) => routeItem(path, view))}</ul>`,
      }))
    },
  }
}

/** What people can look at is a link. */
function routeItem(path: string, view: View | ViewOptions): Html {
  const methods = methodsOf(view)
  const isLink = !path.includes(':') && methods.includes('GET')
  return html`<li>
<div><span class="path">${isLink ? html`<a href="${path}">${path}</a>` : path}</span>
<div class="methods">${methods.map((method) => html`<span class="verb">${method}</span>`)}</div></div>
<p>${view.name && html`<strong>${view.name}</strong><br>`}${view.description}</p>
</li>`
}

/** The methods that do something; OPTIONS is everywhere. */
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
