import type { Api } from '../api.ts'
import { MethodNotAllowed } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { labelOf } from '../validation/json-schema-parts.ts'
import { createView } from '../views/create-view.ts'
import type { View, ViewOptions } from '../views/view.ts'
import { inlineErrorResponses } from './answers/error-responses.ts'
import { createComponents } from './components.ts'
import { createNaming, defaultNames } from './names.ts'
import { type DocumentParts, operationObject } from './operation-object.ts'
import { typedParameters } from './path-parameters.ts'
import { documentedPaths } from './paths.ts'
import { createSchemas } from './schemas.ts'
import type {
  ContactObject,
  LicenseObject,
  OpenApiDocument,
  PathItem,
  ResponseObject,
  ServerObject,
  TagObject,
} from './types.ts'

/** The part of an OpenAPI document about the API as a whole. */
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
  /**
   * Descriptions of groups of operations, by tag: `{ notes: 'What users have written.' }`. A tag is
   * the first part of the path. Default the description of the first view of the group, otherwise
   * its name.
   */
  tags?: Readonly<Record<string, string>>
}

export const openApiInfoOptions = knownOptions<OpenApiInfo>('the info of the OpenAPI document', {
  title: 'required',
  version: 'required',
  description: 'optional',
  contact: 'optional',
  license: 'optional',
  servers: 'optional',
  tags: 'optional',
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
  { servers = [{ url: settings.BASE_URL ?? '/' }], tags = {}, ...info }: OpenApiInfo,
): Promise<OpenApiDocument> {
  const components = createComponents()
  const parts: DocumentParts = {
    components,
    schemas: createSchemas(components),
    origin,
  }
  const naming = createNaming()
  const paths: OpenApiDocument['paths'] = {}
  const descriptions = new Map<string, string>()
  for (const [route, options] of Object.entries(views)) {
    const view = 'handlers' in options ? options : createView(options, settings)
    for (const { path, parameters } of documentedPaths(route)) {
      const item: PathItem =
        parameters.length > 0 ? { parameters: typedParameters(parameters, view) } : {}
      for (const method of documentedMethods(view)) {
        const names = naming(route, method, view, view.operations.get(method) ?? {})
        const namesItem = parameters.length > 0
        item[key(method)] = await operationObject(view, method, names, namesItem, parts)
        if (!descriptions.has(names.tag)) {
          descriptions.set(names.tag, tags[names.tag] ?? tagDescription(view, names.tag))
        }
      }
      const other = await otherMethods(view, parts)
      if (other !== undefined) item['x-other-methods'] = other
      paths[path] = item
    }
  }
  return {
    openapi: '3.1.1',
    info: infoObject(info),
    servers,
    tags: [...descriptions].map(([name, description]): TagObject => ({ name, description })),
    paths,
    components: components.usedBy(paths),
  }
}

const infoObject = ({
  title,
  version,
  description,
  contact,
  license,
}: Omit<OpenApiInfo, 'servers' | 'tags'>): OpenApiDocument['info'] => ({
  title,
  version,
  ...(description !== undefined && { description }),
  ...(contact !== undefined && { contact }),
  ...(license !== undefined && { license }),
})

const tagDescription = ({ name, description }: View, tag: string): string =>
  description || (defaultNames.includes(name) ? labelOf(tag) : name)

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
): Promise<ResponseObject | undefined> {
  const method = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find(
    (candidate) => !view.handlers.has(candidate),
  )
  const answering = { view, method: method ?? 'TRACE', origin }
  const error = new MethodNotAllowed(answering.method)
  const { 405: response } = await inlineErrorResponses([error], answering, components, null)
  return response
}
