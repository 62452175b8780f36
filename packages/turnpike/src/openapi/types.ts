/** A JSON Schema of the dialect 2020-12, or a reference to one. */
export type SchemaObject = Readonly<Record<string, unknown>>

/** A reference into the components: `{ $ref: '#/components/schemas/Error' }`. */
export interface Reference {
  readonly $ref: string
}

/** An OpenAPI document (3.1), as far as it is used here. */
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description?: string
    contact?: ContactObject
    license?: LicenseObject
  }
  servers: readonly ServerObject[]
  tags: TagObject[]
  paths: Record<string, PathItem>
  components: Partial<Record<ComponentKind, Record<string, SchemaObject>>>
}

export type ComponentKind =
  | 'schemas'
  | 'responses'
  | 'parameters'
  | 'headers'
  | 'requestBodies'
  | 'securitySchemes'

/** A group of operations. */
export interface TagObject {
  name: string
  description: string
}

/** An address of the API in OpenAPI. */
export interface ServerObject {
  url: string
  description?: string
}

/** Contact for questions about the API. */
export interface ContactObject {
  name?: string
  url?: string
  email?: string
}

/** The licence of the API. Set `identifier` (SPDX: `MIT`) or `url`, not both. */
export interface LicenseObject {
  name: string
  identifier?: string
  url?: string
}

/** The documentation of one path. */
export interface PathItem {
  parameters?: ParameterObject[]
  get?: OperationObject
  put?: OperationObject
  post?: OperationObject
  delete?: OperationObject
  options?: OperationObject
  patch?: OperationObject
  trace?: OperationObject
  /** The response to every other method, which has no operation. */
  'x-other-methods'?: ResponseObject
}

/** A method of a path in OpenAPI. */
export interface OperationObject {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: boolean
  parameters?: Reference[]
  requestBody?: Reference
  responses: Record<string, ResponseObject | Reference>
  /** Alternatives; `{}` is for clients without credentials. Absent if none are needed. */
  security: Record<string, string[]>[]
}

/** A parameter of an operation in OpenAPI. */
export interface ParameterObject {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: SchemaObject
  style?: 'form'
  explode?: boolean
}

/** A response of an operation in OpenAPI. */
export interface ResponseObject {
  description: string
  headers?: Record<string, HeaderObject>
  content?: Record<string, MediaTypeObject>
}

/** A header field of a response in OpenAPI. */
export interface HeaderObject {
  description?: string
  required: boolean
  schema: SchemaObject
  example?: string | number
}

/** A body in one media type in OpenAPI. */
export interface MediaTypeObject {
  schema?: SchemaObject
  examples?: Record<string, { value: unknown }>
}
