import { safeMethods } from '../../http/syntax/safe-methods.ts'

/**
 * Starts the viewer. Sent to the browser unchanged, as a file: the page's policy allows no inline
 * script.
 *
 * Writes of a signed-in browser need the CSRF token of its cookie. The keyword of a scheme is put
 * before its keys, so that a key alone can be pasted. A script cannot send a cookie, so such a
 * scheme has a link to the login page in place of an input.
 */
export const docsScript = `'use strict'
const root = document.documentElement
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => root.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const element = document.getElementById('viewer')
const { openapi, login, csrfCookie, csrfHeader } = element.dataset

const cookie = (name) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(name + '='))
    ?.slice(name.length + 1)

const isOwn = (url) => new URL(url, location.href).origin === location.origin
// Shown as a link, so without the dots of a relative path.
const pathOf = (url) => (isOwn(url) ? new URL(url, location.href).pathname : url)
const isWrite = (method) => !${JSON.stringify([...safeMethods])}.includes(method.toUpperCase())

function withKeywords(headers) {
  const { components = {} } = viewer.specSelectors.specJson().toJS()
  for (const scheme of Object.values(components.securitySchemes ?? {})) {
    const keyword = scheme['x-keyword']
    const value = headers[scheme.name]
    if (keyword && value && !/\\s/.test(value.trim())) headers[scheme.name] = keyword + ' ' + value.trim()
  }
}

// The viewer gives these lists no accessible name.
const nameLists = (selector, name) => {
  for (const list of element.querySelectorAll(selector + ':not([aria-label])')) {
    list.setAttribute('aria-label', name)
  }
}
new MutationObserver(() => {
  nameLists('select.examples-select-element', 'Example')
  nameLists('select#servers', 'Server')
  for (const button of element.querySelectorAll('.authorization__btn')) {
    const isReady = button.classList.contains('locked')
    button.setAttribute('aria-label', isReady ? 'No credentials are missing' : 'Enter credentials')
  }
}).observe(element, { childList: true, subtree: true })

const cookieScheme = (Original, { React: { createElement }, getComponent }) => (props) => {
  if (props.schema.get('in') !== 'cookie') return createElement(Original, props)
  const here = '?next=' + encodeURIComponent(location.pathname)
  return createElement(
    'div',
    null,
    createElement('h4', null, createElement('code', null, props.name), ' (cookie)'),
    createElement(
      'div',
      { className: 'wrapper' },
      createElement(getComponent('Markdown', true), { source: props.schema.get('description') }),
      login && createElement('p', null, createElement('a', { href: login + here }, 'Sign in')),
    ),
  )
}

// The viewer shows an open padlock where credentials are missing: the other way round is usual.
const padlocks = {}
const padlock = (own, shown) => (Original, { React: { createElement } }) => {
  padlocks[own] = Original
  return (props) => createElement(padlocks[shown] ?? Original, props)
}

const viewer = SwaggerUIBundle({
  url: pathOf(openapi),
  domNode: element,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  plugins: [
    () => ({
      wrapComponents: {
        apiKeyAuth: cookieScheme,
        LockAuthOperationIcon: padlock('closed', 'open'),
        UnlockAuthOperationIcon: padlock('open', 'closed'),
        LockAuthIcon: padlock('allClosed', 'allOpen'),
        UnlockAuthIcon: padlock('allOpen', 'allClosed'),
      },
    }),
  ],
  // By default the viewer has its makers' service validate the document.
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
