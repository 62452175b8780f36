/** OpenAPI: the document of an API, and pages to read and try it. @module */

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
} from './types.ts'
export { type DocsViewsOptions, docsViews } from './viewer/docs-views.ts'
