import { ConfigurationError } from '../errors/configuration-error.ts'

/** `<int:id>` of Django, and `{id}` of OpenAPI. */
const foreignParameter = /<(?:\w+:)?(\w+)>|(?<=\/)\{(\w+)\}/g

/**
 * Refuses paths in the form of another framework, which no request matches.
 *
 * @throws ConfigurationError that says how the path is written here.
 */
export function requirePath(path: string): void {
  const meant = path.replaceAll(
    foreignParameter,
    (_, ofDjango?: string, ofOpenApi?: string) => `:${ofDjango ?? ofOpenApi}`,
  )
  if (meant !== path) {
    throw new ConfigurationError(
      `routes() has the path ${path}: a parameter is written with a colon, as in ${meant}.`,
    )
  }
  const [method] = /^[A-Z]+(?= )/.exec(path) ?? []
  if (method !== undefined) {
    throw new ConfigurationError(
      `routes() has the path ${path}: a path has no method. Give its view a handler, as in { ${method.toLowerCase()}: … }.`,
    )
  }
}
