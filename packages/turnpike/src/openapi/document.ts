import type { Api } from '../api.ts'
import { MethodNotAllowed } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { createView } from '../views/create-view.ts'
import type { View, ViewOptions } from '../views/view.ts'
import { errorResponses } from './answers/error-responses.ts'
import { createComponents } from './components.ts'
import { createNaming } from './names.ts'
import { type DocumentParts, operationObject } from './operation-object.ts'
import { typedParameters } from './path-parameters.ts'
import { documentedPaths } from './paths.ts'
import { createSchemas } from './schemas.ts'
import type {
  ContactObject,
  LicenseObject,
  OpenApiDocument,
  PathItem,
  Reference,
  ServerObject,
} from './types.ts'

export interface OpenApiInfo {
  /** The name of the API. */
  title: string
  /** The version of the API, not of OpenAPI. */
  version: string
  /** For people, in Markdown. Default none. */
  description?: string
  /** Contact for questions about the API. Default none. */
  contact?: ContactObject
  /** The licence of the API. Default none. */
  license?: LicenseObject
  /**
   * Where the API is served. Default `BASE_URL`, otherwise the scheme, host and port of the
   * document.
   */
  servers?: readonly ServerObject[]
}

export const openApiInfoOptions = knownOptions<OpenApiInfo>('the info of the OpenAPI document', {
  title: 'required',
  version: 'required',
  description: 'optional',
  contact: 'optional',
  license: 'optional',
  servers: 'optional',
})

/** Views by path, as `routes()` takes them. */
export type DocumentedViews = Readonly<Record<string, View | ViewOptions>>

/**
 * The OpenAPI document (3.1) of views: what each method accepts and returns, the credentials, and
 * every error with its body and header fields, produced by the same code that answers requests.
 *
 * Paths with `*` are left out, and so are HEAD and OPTIONS, which every view supports.
 */
export function openApiDocument(
  { settings }: Pick<Api, 'settings'>,
  views: DocumentedViews,
  info: OpenApiInfo,
): Promise<OpenApiDocument> {
  openApiInfoOptions.require(info)
  return documentAt(settings.BASE_URL ?? 'http://localhost', settings, views, info)
}

/**
 * The document for clients that reach the API at this scheme and host: over https, cookies have
 * other names.
 */
export async function documentAt(
  origin: string,
  settings: ResolvedSettings,
  views: DocumentedViews,
  { servers = [{ url: settings.BASE_URL ?? '/' }], ...info }: OpenApiInfo,
): Promise<OpenApiDocument> {
  const components = createComponents()
  const parts: DocumentParts = {
    components,
    schemas: createSchemas(components),
    origin,
  }
  const naming = createNaming()
  const paths: OpenApiDocument['paths'] = {}
  for (const [route, options] of Object.entries(views)) {
    const view = 'handlers' in options ? options : createView(options, settings)
    for (const { path, parameters } of documentedPaths(route)) {
      const item: PathItem =
        parameters.length > 0 ? { parameters: typedParameters(parameters, view) } : {}
      for (const method of documentedMethods(view)) {
        const names = naming(route, method, view, view.operations.get(method) ?? {})
        const namesItem = parameters.length > 0
        item[key(method)] = await operationObject(view, method, names, namesItem, parts)
      }
      const other = await otherMethods(view, parts)
      if (other !== undefined) item['x-other-methods'] = other
      paths[path] = item
    }
  }
  const operations = Object.values(paths).flatMap((item) =>
    documentable.flatMap((method) => item[key(method)] ?? []),
  )
  const tags = [...new Set(operations.flatMap(({ tags }) => tags))].map((name) => ({ name }))

  return {
    openapi: '3.1.1',
    info: infoObject(info),
    servers,
    tags,
    paths,
    components: components.all(),
  }
}

const infoObject = ({
  title,
  version,
  description,
  contact,
  license,
}: Omit<OpenApiInfo, 'servers'>): OpenApiDocument['info'] => ({
  title,
  version,
  ...(description !== undefined && { description }),
  ...(contact !== undefined && { contact }),
  ...(license !== undefined && { license }),
})

/** The methods that OpenAPI 3.1 supports and that differ from view to view. */
const documentable = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

/** OPTIONS is the same for all views, unless the view describes it. */
const documentedMethods = ({ handlers, operations }: View) =>
  documentable.filter(
    (method) => handlers.has(method) && (method !== 'OPTIONS' || operations.has(method)),
  )

type Key = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'trace'
const key = (method: (typeof documentable)[number]) => method.toLowerCase() as Key

/** The response to methods without a handler. */
async function otherMethods(
  view: View,
  { origin, components }: DocumentParts,
): Promise<Reference | undefined> {
  const method = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find(
    (candidate) => !view.handlers.has(candidate),
  )
  const answering = { view, method: method ?? 'TRACE', origin }
  const error = new MethodNotAllowed(answering.method)
  const { 405: reference } = await errorResponses([error], answering, components, null)
  return reference
}
