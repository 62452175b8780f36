import type { Schema } from '../../http/schema.ts'
import { type JsonSchema, jsonSchemaOf } from '../../validation/index.ts'
import {
  choicesOf,
  isSchema,
  labelOf,
  type Resolve,
  resolverOf,
  withoutNull,
} from '../../validation/json-schema-parts.ts'
import { type FieldType, limitsOf, typeOf } from './field-type.ts'

/** A field as OPTIONS describes it, in the form of Django REST framework. */
export interface FieldInfo {
  readonly type: FieldType
  readonly required: boolean
  readonly read_only: boolean
  readonly label?: string
  readonly help_text?: string
  readonly min_length?: number
  readonly max_length?: number
  readonly min_value?: number
  readonly max_value?: number
  /** The items of a list, or the values of an object with any names. */
  readonly child?: FieldInfo
  /** The fields of an object. */
  readonly children?: FieldInfos
  readonly choices?: readonly { value: unknown; display_name: unknown }[]
}

export type FieldInfos = Readonly<Record<string, FieldInfo>>

/**
 * The fields of what a method accepts, by name. Those that are only in its answers are read-only.
 * For a list of objects, the fields of an object. Null when the fields of the schema are unknown:
 * it is of another library than zod, or of something other than objects.
 */
export function fieldInfos(accepts: Schema, answers: Schema | undefined): FieldInfos | null {
  const input = partOf(jsonSchemaOf(accepts, 'input'))
  const output = partOf(answers === undefined ? null : jsonSchemaOf(answers, 'output'))
  const object = input && oneOf(input)
  return object && childrenOf(object, output && oneOf(output))
}

/** The items of a list; anything else itself. */
const oneOf = (part: Part): Part | null =>
  part.schema.type === 'array' ? inside(part, part.schema.items) : part

/** A schema within a larger one. */
interface Part {
  readonly schema: JsonSchema
  readonly resolve: Resolve
  /** The fields of the objects around it: an object inside itself is described once. */
  readonly around: readonly unknown[]
}

function partOf(root: JsonSchema | null): Part | null {
  if (root === null) return null
  const resolve = resolverOf(root)
  return { schema: withoutNull(resolve(root)), resolve, around: [] }
}

function inside({ schema, resolve, around }: Part, inner: unknown): Part | null {
  if (!isSchema(inner)) return null
  const { anyOf, ...resolved } = resolve(inner)
  const options = anyOf && { anyOf: anyOf.map(resolve) }
  const own = withoutNull({ ...resolved, ...options } as JsonSchema)
  return { schema: own, resolve, around: [...around, schema.properties] }
}

/** The fields of an object, in the order of the answers; those that are never sent at the end. */
function childrenOf(input: Part | null, output: Part | null): FieldInfos | null {
  const accepted = propertiesOf(input)
  const sent = propertiesOf(output)
  if ((input === null ? sent : accepted) === null) return null

  const required = new Set(input?.schema.required)
  const names = new Set([...Object.keys(sent ?? {}), ...Object.keys(accepted ?? {})])
  return Object.fromEntries(
    [...names].map((name) => {
      const sentPart = output && inside(output, own(sent, name))
      const isWritable = accepted !== null && Object.hasOwn(accepted, name)
      const part = input && isWritable ? inside(input, accepted[name]) : null
      const info = isWritable
        ? infoOf(part, sentPart, required.has(name), name)
        : infoOf(null, sentPart, false, name)
      return [name, info]
    }),
  )
}

const own = (object: object | null, name: string): unknown =>
  object !== null && Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined

/** Null when it is no object, has no fields of its own, or is inside itself. */
function propertiesOf(part: Part | null): Readonly<Record<string, unknown>> | null {
  const properties = part?.schema.properties
  return properties === undefined || part?.around.includes(properties) ? null : properties
}

/** @param input null: the field is read-only. */
function infoOf(
  input: Part | null,
  output: Part | null,
  required: boolean,
  name?: string,
): FieldInfo {
  const part = input ?? output
  const schema = part?.schema ?? {}
  const { title, description } = schema
  const label = title ?? (name === undefined ? undefined : labelOf(name))
  const child = childOf(input, output)
  const children = childrenOf(input, output)
  const choices = input && choicesOf(schema)
  return {
    type: typeOf(schema),
    required,
    read_only: input === null,
    ...(label && { label }),
    ...(description && { help_text: description }),
    ...limitsOf(schema),
    ...(child && { child }),
    ...(!child && children && { children }),
    ...(choices && { choices: choices.map((value) => ({ value, display_name: value })) }),
  }
}

/** The items of a list, or the values of an object with any names; null for anything else. */
function childOf(input: Part | null, output: Part | null): FieldInfo | null {
  const [accepted, sent] = [input, output].map((part) => part && inside(part, innerOf(part)))
  if (!accepted && !sent) return null
  if (input !== null && !accepted) return null
  return infoOf(accepted ?? null, sent ?? null, input !== null)
}

const innerOf = ({ schema }: Part): unknown =>
  schema.type === 'array'
    ? schema.items
    : schema.properties === undefined
      ? schema.additionalProperties
      : undefined
