import type { JsonSchema } from '../validation/json-schema.ts'

/**
 * The fields of an object's schema, which may be one of its definitions; none for other schemas.
 */
export function propertiesOf(schema: JsonSchema | null): Readonly<Record<string, unknown>> {
  const name = /^#\/\$defs\/(.+)$/.exec(schema?.$ref ?? '')?.[1]
  const shown = name === undefined ? schema : schema?.$defs?.[name]
  return shown?.properties ?? {}
}
