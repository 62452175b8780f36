/** One layer of `src`. */
export interface Layer {
  name: string
  /** What each of its folders and files is, in the order of the picture. */
  parts: Record<string, string>
  /** Whether it may import what the core does not need: Node, drivers, Kysely. Default false. */
  isEdge?: boolean
  /** Whether its folders leave each other alone. Default false. */
  isDivided?: boolean
}

/**
 * The layers from the top down. A file imports from its own layer and those below it. A new folder
 * of `src` gets a line here, and docs/architecture.md is written anew from it.
 */
export const layers: readonly Layer[] = [
  {
    name: 'command line',
    parts: { cli: 'the command `turnpike`' },
    isEdge: true,
  },
  {
    name: 'service',
    parts: { service: 'the ready-to-run service: configuration, database, workers, checks, logs' },
    isEdge: true,
  },
  {
    name: 'edges',
    parts: {
      openapi: 'the OpenAPI document, and the page to read and try it',
      pages: 'what a browser shows: the browsable API, forms, the admin site',
      kysely: 'accounts, items and throttles in a SQL database',
      redis: 'sessions and throttles in Redis',
      node: 'serving on Node: sockets in, sockets out; password hashing with argon2id',
      testing: 'requests to views without a socket; what stores promise, as test cases',
    },
    isEdge: true,
  },
  {
    name: 'public names',
    parts: {
      'index.ts': 'what `turnpike` exports',
      stores: 'what `turnpike/stores` exports, for stores of your own',
    },
  },
  {
    name: 'spine',
    parts: {
      'routes.ts': 'which path leads to which view: the Hono app, and its views without Hono',
      routing: 'the way to a view and beside it: the router, CORS, answers from outside of views',
      'api.ts': '`createApi`: settings, and views that have them',
      sessions: 'the views that sign in and out',
      tokens: 'the view that gives out tokens',
      views: 'the way of a request, view by view; lists and items',
      settings: 'the settings, their defaults and what they must be',
    },
  },
  {
    name: 'chapters',
    parts: {
      authentication: 'schemes: who sends a request',
      permissions: 'who may go on',
      throttling: 'how often',
      parsing: 'the bytes of a body become data',
      rendering: 'data become bytes, in the form that the client accepts',
      validation: 'schemas for what clients send and are sent, and the messages',
      pagination: 'how a long list is cut into pages',
    },
    isDivided: true,
  },
  {
    name: 'vocabulary',
    parts: {
      accounts: 'users, passwords, tokens, sessions, and the ports of their stores',
      items: 'lists and single items, and the ports to where they are kept',
      errors: 'exceptions, and the responses that they become',
      http: 'requests, answers, addresses, cookies, media types, signatures',
      web: 'requests and answers as the web objects `Request` and `Response`',
      rules: 'what settings, options and variables must be, and how they are refused',
      caching: 'caches with a size and one eviction, results made once, change tokens',
    },
  },
]

/** `errors/exceptions.ts` → `errors`, `api.ts` → `api.ts`. */
export const partOf = (path: string): string => path.split('/')[0] ?? path

/** The number of the layer from the top, or -1 for a file that has none. */
export const layerOf = (path: string): number =>
  layers.findIndex(({ parts }) => Object.hasOwn(parts, partOf(path)))
