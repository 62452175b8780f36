import type * as core from 'zod/v4/core'
import type { Schema } from '../../http/schema.ts'
import type { ValueReader } from '../../items/conditions/value-reader.ts'
import { readBigInteger } from '../fields/big-integer.ts'
import { fieldOfSchema } from '../fields/reading.ts'
import { type JsonSchema, jsonSchemaOf } from '../json-schema.ts'
import { isOf } from '../zod/is-of.ts'
import { unwrap } from '../zod/unwrap.ts'
import { choiceReader, valueReaders } from './values.ts'

/**
 * Reads values that the schema describes: of what kind they are, without limits such as a maximum.
 * Null if that is unknown, or they are neither numbers, texts, booleans nor moments.
 */
export function readerOf(schema: Schema): ValueReader | null {
  if (!isZod(schema)) return null
  if (fieldOfSchema(unwrap(schema).inner)?.read === readBigInteger) return valueReaders.integer
  const described = jsonSchemaOf(schema, 'output')
  return described && readerOfJson(described, described.$defs ?? {})
}

/** The schema of a field of an object. Null if the schema says nothing of it. */
export function schemaOfField(schema: Schema, field: string): Schema | null {
  if (!isZod(schema)) return null
  const { inner } = unwrap(schema)
  if (!isOf(inner, '$ZodObject')) return null
  const { shape } = inner._zod.def
  return Object.hasOwn(shape, field) ? (shape[field] as unknown as Schema) : null
}

const isZod = (schema: object): schema is core.$ZodType & Schema => '_zod' in schema

function readerOfJson(schema: JsonSchema, definitions: Definitions): ValueReader | null {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  if (name !== undefined) {
    const { [name]: definition, ...others } = definitions
    return definition === undefined ? null : readerOfJson(definition, others)
  }
  if (schema.anyOf) return readerOfAny(schema.anyOf as JsonSchema[], definitions)
  const choices = schema.const === undefined ? schema.enum : [schema.const]
  return choices === undefined ? readerOfType(schema) : readerOfChoices(choices)
}

type Definitions = Readonly<Record<string, JsonSchema>>

/** All options must be of one kind. */
function readerOfAny(options: readonly JsonSchema[], definitions: Definitions): ValueReader | null {
  const others = options.filter(({ type }) => type !== 'null')
  const readers = others.map((option) => readerOfJson(option, definitions))
  const [first = null] = readers
  if (first === null || readers.some((reader) => reader?.kind !== first.kind)) return null
  if (first.kind !== 'choice') return first
  return readerOfChoices(readers.flatMap((reader) => reader?.schema.enum as unknown[]))
}

function readerOfChoices(choices: readonly unknown[]): ValueReader | null {
  const values = choices.filter((choice) => choice !== null)
  if (values.every((value) => typeof value === 'boolean')) return valueReaders.boolean
  return values.every(isTextOrNumber) ? choiceReader(values) : null
}

const isTextOrNumber = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

function readerOfType({ type, format = '' }: JsonSchema): ValueReader | null {
  const types = [type].flat().filter((one) => one !== 'null')
  // A bigint is a number or, if that would round it, a string.
  if (types.includes('integer')) return valueReaders.integer
  const [only, ...others] = types
  if (others.length > 0) return null
  if (only === 'number') return valueReaders.number
  if (only === 'boolean') return valueReaders.boolean
  return only === 'string' ? (readersByFormat.get(format) ?? valueReaders.text) : null
}

const readersByFormat = new Map<string, ValueReader>([
  ['date-time', valueReaders['date-time']],
  ['date', valueReaders.date],
  ['uuid', valueReaders.uuid],
  ['decimal', valueReaders.decimal],
])
