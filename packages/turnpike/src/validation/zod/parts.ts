import type * as core from 'zod/v4/core'
import { isObject } from '../values.ts'
import { isOf } from './is-of.ts'

type Parse = core.$ZodType['_zod']['parse']
type Payload = core.ParsePayload

/**
 * Parses as the schema does, but a long list or record a hundred entries at a time, stopping once
 * `maxProblems` problems are found.
 */
export function inParts(schema: core.$ZodType, maxProblems: number): Parse {
  const { parse } = schema._zod
  const cut = cutter(schema)
  if (cut === null) return parse

  return (payload, context) => {
    const parts = cut(payload.value)
    if (parts === null) return parse(payload, context)

    const outputs: unknown[] = []
    const add = (part: Payload) => {
      for (const issue of part.issues) payload.issues.push(shifted(issue, outputs.length))
      outputs.push(part.value)
    }
    const goOn = (): Payload | Promise<Payload> => {
      while (outputs.length < parts.length && payload.issues.length < maxProblems) {
        const part = parse({ value: parts[outputs.length], issues: [] }, context)
        if (part instanceof Promise) return part.then(add).then(goOn)
        add(part)
      }
      payload.value = Array.isArray(payload.value) ? outputs.flat(1) : Object.assign({}, ...outputs)
      return payload
    }
    return goOn()
  }
}

const partLength = 100

/** The parts of a long value; null for a value to parse whole. */
type Cut = (value: unknown) => unknown[] | null

function cutter(schema: core.$ZodType): Cut | null {
  if (isOf(schema, '$ZodArray')) {
    // A list that is too long is rejected before its items are checked.
    const maximum = maximumOf(schema._zod.def.checks)
    return (value) => (Array.isArray(value) && value.length <= maximum ? split(value) : null)
  }
  // A record with given keys needs all of them at once.
  if (isOf(schema, '$ZodRecord') && !schema._zod.def.keyType._zod.values) {
    return (value) => (isObject(value) ? splitRecord(value) : null)
  }
  return null
}

function split<Item>(items: Item[]): Item[][] | null {
  if (items.length <= partLength) return null
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += partLength) {
    parts.push(items.slice(start, start + partLength))
  }
  return parts
}

function splitRecord(record: Record<PropertyKey, unknown>): object[] | null {
  return split(Object.keys(record))?.map((keys) => pick(record, keys)) ?? null
}

/** Without a prototype, so that `__proto__` is an ordinary key for the schema to check. */
function pick(record: Record<PropertyKey, unknown>, keys: readonly string[]): object {
  const part = Object.create(null) as Record<string, unknown>
  for (const key of keys) part[key] = record[key]
  return part
}

/** The limit that zod checks before it parses the items: that of the leading checks. */
export function maximumOf(checks?: readonly core.$ZodCheck<never>[]): number {
  const limits = leadingLengths(checks).map(({ _zod: { def } }) => {
    if (def.check === 'max_length') return (def as MaxLength).maximum
    return def.check === 'length_equals' ? (def as LengthEquals).length : Number.POSITIVE_INFINITY
  })
  return Math.min(...limits)
}

/** The leading checks of length. After any other check the value may not be the one sent. */
export function leadingLengths(
  checks: readonly core.$ZodCheck<never>[] = [],
): core.$ZodCheck<unknown>[] {
  const end = checks.findIndex(({ _zod: { def } }) => !lengthChecks.has(def.check))
  return [...(end < 0 ? checks : checks.slice(0, end))] as core.$ZodCheck<unknown>[]
}

const lengthChecks: ReadonlySet<string> = new Set(['max_length', 'min_length', 'length_equals'])

type MaxLength = core.$ZodCheckMaxLengthDef
type LengthEquals = core.$ZodCheckLengthEqualsDef

/** The issue with its index in the whole list instead of its index in the part. */
function shifted(issue: core.$ZodRawIssue, part: number): core.$ZodRawIssue {
  const [index, ...rest] = issue.path ?? []
  if (typeof index !== 'number') return issue
  return { ...issue, path: [index + part * partLength, ...rest] }
}
