import type { Api } from '../api.ts'
import { MethodNotAllowed } from '../errors/exceptions.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { createView } from '../views/create-view.ts'
import type { View, ViewOptions } from '../views/view.ts'
import { errorResponses } from './answers/error-responses.ts'
import { createComponents } from './components.ts'
import { createNaming } from './names.ts'
import { type Drawing, operationObject } from './operation-object.ts'
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
  /** What the API is called. */
  title: string
  /** The version of the API, not of OpenAPI. */
  version: string
  /** For people, in Markdown. Default none. */
  description?: string
  /** Whom to ask about the API. Default nobody. */
  contact?: ContactObject
  /** What it may be used under. Default not said. */
  license?: LicenseObject
  /**
   * Where the API is served. Default `BASE_URL`, else the scheme, host and port of the document.
   */
  servers?: readonly ServerObject[]
}

/** Views by path, as `routes()` takes them. */
export type DocumentedViews = Readonly<Record<string, View | ViewOptions>>

/**
 * The OpenAPI document (3.1) of views: what each method takes and gives, the credentials and every
 * error with its body and header fields, made by the very code that answers requests.
 *
 * Paths with `*` are left out, and so are HEAD and OPTIONS, which every view answers.
 */
export function openApiDocument(
  { settings }: Pick<Api, 'settings'>,
  views: DocumentedViews,
  info: OpenApiInfo,
): Promise<OpenApiDocument> {
  return documentAt(settings.BASE_URL ?? 'http://localhost', settings, views, info)
}

/**
 * The document for clients that reach the API at this scheme and host: cookies have other names
 * over https.
 */
export async function documentAt(
  origin: string,
  settings: ResolvedSettings,
  views: DocumentedViews,
  { servers = [{ url: settings.BASE_URL ?? '/' }], ...info }: OpenApiInfo,
): Promise<OpenApiDocument> {
  const components = createComponents()
  const drawing: Drawing = {
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
        item[key(method)] = await operationObject(view, method, names, namesItem, drawing)
      }
      const other = await otherMethods(view, drawing)
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

/** The methods that OpenAPI 3.1 has words for, as far as they differ from view to view. */
const documentable = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

/** OPTIONS is the same everywhere, unless the view tells of it. */
const documentedMethods = ({ handlers, operations }: View) =>
  documentable.filter(
    (method) => handlers.has(method) && (method !== 'OPTIONS' || operations.has(method)),
  )

type Key = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'trace'
const key = (method: (typeof documentable)[number]) => method.toLowerCase() as Key

/** The answer to methods that the view has no handler for. */
async function otherMethods(
  view: View,
  { origin, components }: Drawing,
): Promise<Reference | undefined> {
  const method = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find(
    (candidate) => !view.handlers.has(candidate),
  )
  const error = new MethodNotAllowed(method ?? 'TRACE')
  const { 405: reference } = await errorResponses([error], view, origin, components, null)
  return reference
}
