/** OpenAPI: the document of an API, and pages to read and try it. @module */

// The document

export { type DocumentedViews, type OpenApiInfo, openApiDocument } from './document.ts'
export { openApiView } from './open-api-view.ts'
export type {
  ContactObject,
  HeaderObject,
  LicenseObject,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItem,
  Reference,
  ResponseObject,
  SchemaObject,
  ServerObject,
  TagObject,
} from './types.ts'
export { type DocsViewsOptions, docsViews } from './viewer/docs-views.ts'

// Descriptions by views, schemes, permissions and pagination styles of your own

export type { CredentialsPlace, SchemeDescription } from '../authentication/index.ts'
export type { Operation, Operations } from '../http/operation.ts'
export type {
  HeaderField,
  JsonSchemaValue,
  PaginationDescription,
  QueryParameter,
} from '../pagination/index.ts'
export type { Audience } from '../permissions/index.ts'
export { type JsonSchema, jsonSchemaOf } from '../validation/index.ts'
