/** One layer of the sources, whatever package a folder is in. */
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
 * of sources gets a line here, and docs/architecture.md is written again from it.
 */
export const layers: readonly Layer[] = [
  {
    name: 'command line',
    parts: { cli: 'the command `turnpike`' },
    isEdge: true,
  },
  {
    name: 'adoption',
    parts: { adopt: 'a starting application, written from the database of a Django project' },
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
      client: 'a client of the views, with their types',
      django: 'accounts, sessions, tokens and permissions in the tables of Django',
      openapi: 'the OpenAPI document, and the page for reading and trying it',
      pages: 'what a browser shows: the browsable API, forms, the admin site',
      oauth: 'bearer tokens that their issuer introspects',
      jwt: 'bearer tokens that are JWTs; their keys, from an issuer or given',
      signatures: 'HTTP message signatures, and digests of bodies',
      opentelemetry: 'spans and metrics by the API of OpenTelemetry',
      metrics: 'what a service counts and measures, for Prometheus',
      prisma: 'item sets and stores with Prisma, and its driver adapter',
      drizzle: 'item sets, stores and accounts with Drizzle',
      kysely: 'accounts, items and throttles in a SQL database',
      redis: 'sessions and throttles in Redis',
      node: 'serving on Node: sockets in, sockets out; password hashing with argon2id',
      replay: 'recorded requests, sent to two services whose answers are compared',
      testing: 'requests to views without a socket; the contracts of stores as test cases',
    },
    isEdge: true,
  },
  {
    name: 'public names',
    parts: {
      'index.ts': 'what `turnpike` exports',
      kit: 'what `turnpike/kit` exports, for stores, schemes and packages of your own',
    },
  },
  {
    name: 'spine',
    parts: {
      'routes.ts': 'views by path: the Hono app, and the views alone for servers that need no Hono',
      admission: 'letting requests in where there is no view: sockets, event streams',
      routing:
        'the router, CORS, and the responses where no view answers: unknown URLs, uncaught errors',
      'protected-resource': 'the metadata of the API as a protected resource of OAuth',
      'api.ts': '`createApi`: views that share settings',
      sessions: 'the views that sign in and out',
      keys: 'the views by which users manage their API keys',
      explanations: 'why a request was refused, for development',
      tokens: 'the token endpoint',
      usage: 'the view that says what limits leave to the caller',
      views: 'the lifecycle of a request; lists and items',
      settings: 'the settings, with their defaults and rules',
    },
  },
  {
    name: 'chapters',
    parts: {
      authentication: 'schemes: who sends a request',
      permissions: 'who may continue',
      throttling: 'rate limits',
      parsing: 'from the bytes of a body to data',
      rendering: 'from data to bytes, in a form that the client accepts',
      validation: 'schemas of input and output, and the messages',
      pagination: 'dividing a long list into pages',
      filtering: 'choosing items of a list by the query',
      idempotency: 'where the keys of requests that may be repeated are kept',
    },
    isDivided: true,
  },
  {
    name: 'vocabulary',
    parts: {
      accounts: 'users, passwords, tokens, API keys, sessions, and the ports of their stores',
      items: 'lists and single items, and the ports of their stores',
      errors: 'exceptions, and their responses',
      languages: 'texts in the language of a request: their templates, catalogues, negotiation',
      http: 'requests, answers, addresses, cookies, media types, signatures',
      telemetry:
        'what follows requests and statements: its ports, the ids of traces, security events',
      web: 'conversion to the web objects `Request` and `Response`',
      rules: 'rules for settings, options and variables',
      caching: 'caches with a size limit, memoized results, change tokens',
    },
  },
]

/** `errors/exceptions.ts` → `errors`, `api.ts` → `api.ts`. */
export const partOf = (path: string): string => path.split('/')[0] ?? path

/** The number of the layer from the top, or -1 for a file that has none. */
export const layerOf = (path: string): number =>
  layers.findIndex(({ parts }) => Object.hasOwn(parts, partOf(path)))
