/** A request as the form has it. */
export interface FormRequest {
  readonly label: string
  readonly method: string
  readonly path: string
  /** A header field a line: `Authorization: Token …`. */
  readonly headers: string
  readonly body: string
}

export interface Example {
  readonly name: string
  /** A module whose default export is an app. */
  readonly code: string
  /** The first one is in the form from the beginning. */
  readonly requests: readonly FormRequest[]
}

const get = (label: string, path: string, headers = ''): FormRequest => ({
  ...{ label, method: 'GET', path, headers, body: '' },
})
const json = 'Content-Type: application/json'
const post = (label: string, path: string, body: string, headers = json): FormRequest => ({
  ...{ label, method: 'POST', path, headers, body },
})

/** `ann:secret` */
const ann = 'Authorization: Basic YW5uOnNlY3JldA=='

export const examples: readonly Example[] = [
  {
    name: 'Who is calling',
    code: `import {
  ApiResponse, basicAuthentication, createApi, isAuthenticated, isAdminUser, memoryAccounts, routes,
} from 'turnpike'

const { users } = memoryAccounts({ users: [{ username: 'ann', password: 'secret' }] })

const api = createApi({
  DEFAULT_AUTHENTICATION_CLASSES: [basicAuthentication({ users })],
  DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
})

export default routes(api, {
  '/whoami/': api.view({
    get: ({ user }) => new ApiResponse({ username: user.username }),
  }),
  '/admin/': api.view({
    permissions: [isAdminUser],
    get: () => new ApiResponse('Only staff can read this.'),
  }),
})
`,
    requests: [
      get('Without credentials: 401', '/whoami/'),
      get('With a password', '/whoami/', ann),
      get('Not allowed: 403', '/admin/', ann),
      get('A wrong password', '/whoami/', 'Authorization: Basic YW5uOndyb25n'),
    ],
  },
  {
    name: 'What is wrong',
    code: `import { arrayStore, charField, createApi, integerField, routes } from 'turnpike'
import { z } from 'zod'

const store = arrayStore([{ id: 1, title: 'Buy tea', priority: 3 }])
const schema = z.object({
  title: charField({ maxLength: 20 }),
  priority: integerField({ minValue: 0, maxValue: 9 }),
})

const api = createApi()

export default routes(api, {
  '/notes/': api.listView({ store, schema, pagination: null }),
  '/notes/:id/': api.detailView({ store, schema }),
})
`,
    requests: [
      post('Two faults: 400', '/notes/', '{ "title": "", "priority": 10 }'),
      post('A valid note: 201', '/notes/', '{ "title": "Sow rye", "priority": 1 }'),
      { ...post('In another language', '/notes/', '{}'), headers: `${json}\nAccept-Language: de` },
      post('As problem details', '/notes/', '{ "title": ', json),
      { ...post('A wrong method: 405', '/notes/1/', '') },
    ],
  },
  {
    name: 'Long lists',
    code: `import { arrayStore, createApi, cursorPagination, pageNumberPagination, routes } from 'turnpike'

const notes = Array.from({ length: 95 }, (_, index) => ({
  id: index + 1,
  title: \`Note \${index + 1}\`,
}))
const store = arrayStore(notes)
const api = createApi({ PAGE_SIZE: 5 })

export default routes(api, {
  '/by-number/': api.listView({ store, pagination: pageNumberPagination() }),
  '/by-cursor/': api.listView({ store, pagination: cursorPagination({ ordering: ['-id'] }) }),
})
`,
    requests: [
      get('The newest, by cursor', '/by-cursor/'),
      get('Page 3, with the count', '/by-number/?page=3'),
      get('A page that is not there: 404', '/by-number/?page=100'),
      get('A cursor that was changed: 404', '/by-cursor/?cursor=abc'),
    ],
  },
  {
    name: 'Not too often',
    code: `import { anonRateThrottle, ApiResponse, createApi, routes } from 'turnpike'

const api = createApi({ RATE_LIMIT_HEADERS: true })

export default routes(api, {
  '/ping/': api.view({
    throttles: [anonRateThrottle({ rate: '3/minute' })],
    get: () => new ApiResponse('pong'),
  }),
})
`,
    requests: [get('Four of them are too many', '/ping/')],
  },
]
