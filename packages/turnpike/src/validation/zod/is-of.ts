import type * as core from 'zod/v4/core'

type Classes = typeof core
type ClassName = {
  [Name in keyof Classes]: Name extends `$Zod${string}` ? Name : never
}[keyof Classes]
type InstanceOf<Name extends ClassName> = Classes[Name] extends new (
  ...given: never[]
) => infer Instance
  ? Instance
  : never

/**
 * Whether it is a schema of this class of zod: what `instanceof` asks, also of a schema of another
 * copy. Without an import of zod, which an API without schemas does not need.
 */
export const isOf = <Name extends ClassName>(
  schema: unknown,
  name: Name,
): schema is InstanceOf<Name> =>
  (schema as { _zod?: { traits: ReadonlySet<string> } } | null | undefined)?._zod?.traits.has(
    name,
  ) === true
