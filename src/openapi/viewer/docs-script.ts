/**
 * What starts the viewer. It runs in the browser, as it is: the page's policy allows no inline
 * script.
 *
 * Writes of a signed-in browser need the CSRF token of its cookie. Keys are completed by the
 * keyword of their scheme, so that the key alone may be pasted.
 */
export const docsScript = `'use strict'
const root = document.documentElement
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => root.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const element = document.getElementById('viewer')
const { openapi, csrfCookie, csrfHeader } = element.dataset

const cookie = (name) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(name + '='))
    ?.slice(name.length + 1)

const isOwn = (url) => new URL(url, location.href).origin === location.origin
const isWrite = (method) => !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method.toUpperCase())

function withKeywords(headers) {
  const { components = {} } = viewer.specSelectors.specJson().toJS()
  for (const scheme of Object.values(components.securitySchemes ?? {})) {
    const keyword = scheme['x-keyword']
    const value = headers[scheme.name]
    if (keyword && value && !/\\s/.test(value.trim())) headers[scheme.name] = keyword + ' ' + value.trim()
  }
}

// The viewer gives these lists no name that is read out.
const nameLists = (selector, name) => {
  for (const list of element.querySelectorAll(selector + ':not([aria-label])')) {
    list.setAttribute('aria-label', name)
  }
}
new MutationObserver(() => {
  nameLists('select.examples-select-element', 'Example')
  nameLists('select#servers', 'Server')
}).observe(element, { childList: true, subtree: true })

const viewer = SwaggerUIBundle({
  url: openapi,
  domNode: element,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // The viewer would ask a service of its makers whether the document is valid.
  validatorUrl: null,
  requestInterceptor(request) {
    if (request.loadSpec) return request
    withKeywords(request.headers)
    const token = cookie(csrfCookie)
    if (token && isWrite(request.method) && isOwn(request.url)) request.headers[csrfHeader] = token
    return request
  },
  onComplete: () => element.removeAttribute('aria-busy'),
})
`
