import { html } from 'hono/html'
import { knownOptions } from '../../errors/known-options.ts'
import type { View, ViewOptions } from '../../views/view.ts'
import { isStaff } from '../banner.ts'
import type { Html } from '../html.ts'
import { PageResponse } from '../page-response.ts'
import { type Translate, translateFor } from '../translate.ts'

export interface HomeViewOptions {
  /** Default `Home`. */
  name?: string
  /** The purpose of the service. Default empty. */
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
 * their descriptions and methods: for people as a page with links, a group for each resource, and
 * for programs by name and URL. The documentation comes first, and the admin is one line that only
 * staff see. Paths with parameters and wildcards are shown without a link. Everyone may see it.
 */
export function homeView(
  views: Readonly<Record<string, View | ViewOptions>>,
  options: HomeViewOptions = {},
): ViewOptions {
  homeViewOptions.require(options)
  const { name = null, description = '', path: own = '/' } = options
  const all = Object.entries(views).filter(([path]) => path !== own && !path.includes('*'))

  return {
    name: name ?? 'Home',
    description,
    permissions: [],
    pagination: null,

    get(request) {
      const mount = mountOf(request.path, own)
      const root = request.baseUrl + mount
      const entries = shownTo(isStaff(request), all)
      const plain = entries.filter(([path]) => !path.includes(':'))
      const data = Object.fromEntries(plain.map(([path]) => [nameOf(path), root + path]))
      const content = () => {
        const title = name ?? translateFor(request)('Home')
        return {
          title,
          main: html`<h1>${title}</h1>
${description && html`<p class="description">${description}</p>`}
${routesOf(entries, mount, translateFor(request))}`,
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

type Entry = readonly [path: string, view: View | ViewOptions]

/** All views but those of the admin. Staff see the first one of them. */
function shownTo(isStaff: boolean, entries: readonly Entry[]): readonly Entry[] {
  const isAdmin = ([, { page }]: Entry) => page === 'admin'
  const first = entries.find((entry) => isStaff && isAdmin(entry) && entry[0].endsWith('/'))
  return entries.filter((entry) => entry === first || !isAdmin(entry))
}

/** The documentation, the resources, and the admin. */
function routesOf(entries: readonly Entry[], mount: string, t: Translate): Html {
  const {
    docs = [],
    admin = [],
    api = [],
  } = Object.groupBy(entries, ([, { page }]) =>
    page === 'docs' || page === 'admin' ? page : 'api',
  )
  const groups = [
    ...docs.map((entry) => [entry]),
    ...Map.groupBy(api, ([path]) => resourceOf(path, api)).values(),
    ...admin.map((entry) => [entry]),
  ]
  return html`<ul class="routes">${groups.map((group) => resourceItem(group, mount, t))}</ul>`
}

/** The shortest path that it extends: `/rooms/` of `/rooms/:id/seats/`. */
function resourceOf(path: string, entries: readonly Entry[]): string {
  const above = entries
    .map(([other]) => other)
    .filter((other) => other !== '/' && path.startsWith(other.replace(/\/?$/, '/')))
  return above.toSorted((a, b) => a.length - b.length)[0] ?? path
}

/** A resource: the name and description of its first view, and the paths of all. */
function resourceItem(entries: readonly Entry[], mount: string, t: Translate): Html {
  const [[, { name = '', description = '', page = null }] = ['', {}]] = entries
  return html`<li>
<div>${name && html`<h2>${page === 'admin' ? t('Admin') : name}</h2>`}
<p>${description}</p></div>
<ul class="paths">${entries.map(([path, view], index) => routeItem(path, view, index > 0, mount))}</ul>
</li>`
}

/** Pages that people can open are links. */
function routeItem(path: string, view: View | ViewOptions, isNamed: boolean, mount: string): Html {
  const methods = view.page === null || view.page === undefined ? methodsOf(view) : []
  const isLink = !path.includes(':') && handles(view, 'GET')
  return html`<li><span class="path">${isLink ? html`<a href="${mount + path}">${mount + path}</a>` : mount + path}</span>
<span class="methods">${methods.map((method) => html`<span class="verb">${method}</span>`)}</span>
${isNamed && (view.name || view.description) && html`<p>${view.name && html`<strong>${view.name}</strong> `}${view.description}</p>`}</li>`
}

const handles = (view: View | ViewOptions, method: string) => methodsOf(view).includes(method)

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
