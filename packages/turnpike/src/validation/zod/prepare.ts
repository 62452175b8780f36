import type * as core from 'zod/v4/core'
import { mark } from '../../caching/mark.ts'
import { fieldOfSchema } from '../fields/reading.ts'
import { isListOfObjects } from '../shape.ts'
import { isObject } from '../values.ts'
import { type Class, changedDefinition, derived } from './derived.ts'
import { isOf } from './is-of.ts'
import { itemsFirst, lengthFirst } from './list-order.ts'
import { inParts } from './parts.ts'
import { unwrap } from './unwrap.ts'

/**
 * The schema to run. It has the original's rules, with these differences:
 *
 * - Checks of a whole object, list or record run only when everything inside is valid. zod also
 *   runs them when a string inside is merely too long: on data they were not written for.
 * - At most 500 problems are collected for a list. 60 kB of `{},{},` can hold 400,000 of them, and
 *   zod would run out of stack or memory.
 * - A field that may be null also accepts what stands for null in its type: for a decimal, a blank
 *   string.
 * - For a list that is too long and has invalid items, the items are reported. For a list of
 *   objects it is the length, as in Django REST framework.
 * - A field named `constructor` is the one that was sent, not the inherited property.
 *
 * It is prepared once per schema.
 */
export function prepare(schema: core.$ZodType): core.$ZodType {
  const known = prepared.get(schema)
  if (known !== undefined) return known

  prepared.set(schema, standInFor(schema))
  try {
    const result = rebuild(schema)
    prepared.set(schema, result)
    return result
  } catch (error) {
    prepared.delete(schema)
    throw error
  }
}

const prepared = mark<core.$ZodType, core.$ZodType>()

const maxProblems = 500

/** The target of a recursive schema: it parses with the prepared schema, once data arrives. */
function standInFor(schema: core.$ZodType): core.$ZodType {
  const { constr, def } = schema._zod
  const standIn = new (constr as Class)(def)
  standIn._zod.run = (payload, context) => prepare(schema)._zod.run(payload, context)
  standIn._zod.parse = standIn._zod.run
  return standIn
}

function rebuild(schema: core.$ZodType): core.$ZodType {
  const { def } = schema._zod
  // Every zod class is made by $constructor.
  const constr = schema._zod.constr as Class
  const children = preparedChildren(schema)
  if (Object.keys(children).length === 0) return schema

  const definition = changedDefinition(def, children)
  if (isOf(schema, '$ZodNullable')) return new (readingNull(constr, schema))(definition)
  const isWhole = ['object', 'array', 'record', 'tuple', 'map', 'set'].includes(def.type)
  if (!isWhole) return new constr(definition)
  const Whole = wholeAfterParts(namesFieldsOfPrototype(schema) ? ownFieldsOf(constr) : constr)
  if (!isOf(schema, '$ZodArray')) return new Whole(definition)
  return isListOfObjects(schema)
    ? new (lengthFirst(Whole))(definition)
    : itemsFirst(Whole, definition)
}

/** The prepared schemas that the definition refers to, by key. Empty when there are none. */
function preparedChildren(schema: core.$ZodType): Record<string, unknown> {
  if (isOf(schema, '$ZodLazy')) {
    return { getter: () => prepare(schema._zod.innerType), _cachedInner: undefined }
  }
  const children: Record<string, unknown> = {}
  if (isOf(schema, '$ZodObject')) children.shape = mapValues(schema._zod.def.shape, prepare)
  const properties = Object.getOwnPropertyDescriptors(schema._zod.def)
  for (const [key, { value }] of Object.entries(properties)) {
    if (isSchema(value)) children[key] = prepare(value)
    else if (key !== 'checks' && Array.isArray(value) && value.some(isSchema)) {
      children[key] = value.map((item) => (isSchema(item) ? prepare(item) : item))
    }
  }
  return children
}

/** The class first turns what stands for null in the inner schema into null. */
function readingNull(base: Class, nullable: core.$ZodNullable): Class {
  const meansNull = fieldOfSchema(unwrap(nullable).inner)?.meansNull
  if (meansNull === undefined) return base
  return derived(base, (schema) => {
    const { parse } = schema._zod
    schema._zod.parse = (payload, context) => {
      if (meansNull(payload.value)) payload.value = null
      return parse(payload, context)
    }
  })
}

/** The class defers its checks until everything inside is valid, and limits its problems. */
function wholeAfterParts(base: Class): Class {
  return derived(base, (schema) => {
    const parse = inParts(schema, maxProblems)
    schema._zod.parse = (payload, context) => {
      const result = parse(payload, context)
      return result instanceof Promise ? result.then(settle) : settle(result)
    }
  })
}

/** Whether a field has the name of an inherited property, such as `constructor`. */
function namesFieldsOfPrototype(schema: core.$ZodType): boolean {
  let names: readonly PropertyKey[] = []
  if (isOf(schema, '$ZodObject')) names = Object.keys(schema._zod.def.shape)
  if (isOf(schema, '$ZodRecord')) {
    names = [...(schema._zod.def.keyType._zod.values ?? [])].map(String)
  }
  return names.some((name) => name in Object.prototype)
}

/**
 * The class reads only the object's own fields: zod would find an absent `constructor` in the
 * prototype.
 */
function ownFieldsOf(base: Class): Class {
  return derived(base, (schema) => {
    const { parse } = schema._zod
    schema._zod.parse = (payload, context) => {
      if (isObject(payload.value)) {
        payload.value = Object.assign(Object.create(null), payload.value)
      }
      return parse(payload, context)
    }
  })
}

function settle(payload: core.ParsePayload): core.ParsePayload {
  const { issues } = payload
  if (issues.length > maxProblems) issues.length = maxProblems
  // Unknown keys are excepted as in zod: the other side of an intersection may know them.
  if (issues.some(({ code }) => code !== 'unrecognized_keys')) payload.aborted = true
  return payload
}

const isSchema = (value: unknown): value is core.$ZodType => isOf(value, '$ZodType')

const mapValues = <Value, Result>(
  values: Record<PropertyKey, Value>,
  map: (value: Value) => Result,
) => Object.fromEntries(Reflect.ownKeys(values).map((key) => [key, map(values[key] as Value)]))
