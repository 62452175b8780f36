/** A Worker with one view, a scheme and a list in numbered pages. */
import {
  ApiResponse,
  arrayItems,
  createApi,
  isAuthenticated,
  pageNumberPagination,
  routes,
  tokenAuthentication,
} from 'turnpike'

const ann = {
  pk: 1,
  username: 'ann',
  email: '',
  isActive: true,
  isStaff: false,
  isAuthenticated: true,
} as const

const tokens = {
  find: async (key: string) =>
    key === 'wonderland' ? { key, user: ann, created: new Date(0) } : null,
}

const api = createApi({
  SECRET_KEYS: ['only-for-a-test-of-sizes-0123456789-0123456789-0123'],
  DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
  DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
})

const app = routes(api, {
  '/whoami/': api.view({ get: ({ user }) => new ApiResponse({ username: user.username }) }),
  '/notes/': api.listView({
    items: arrayItems([{ id: 1 }, { id: 2 }, { id: 3 }]),
    pagination: pageNumberPagination({ pageSize: 2 }),
  }),
})

export default { fetch: (request: Request) => app.fetch(request, {}) }
