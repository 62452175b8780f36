import type * as core from 'zod/v4/core'
import { type Class, changedDefinition, derived } from './derived.ts'
import { leadingLengths, maximumOf } from './parts.ts'

/** The class checks the length of a list first, and the items only if it is valid. */
export function lengthFirst(base: Class): Class {
  return derived(base, (schema, definition) => {
    const { parse } = schema._zod
    const checks = leadingLengths(definition.checks)
    schema._zod.parse = (payload, context) => {
      if (!Array.isArray(payload.value)) return parse(payload, context)
      const before = payload.issues.length
      for (const check of checks) {
        check._zod.check(payload)
        const issue = payload.issues[before]
        if (issue === undefined) continue
        // Marked as zod marks issues that end the parsing of a list: its items were not read.
        Object.assign(issue, { continue: false, schema })
        return payload
      }
      return parse(payload, context)
    }
  })
}

/** How much too long a list may be before its items are no longer checked. */
const surplus = 1000

/**
 * A list schema that checks the items before the length. zod checks the length first when that
 * check is the first one, so another check is put before it. For a list that is much too long only
 * the length is checked.
 */
export function itemsFirst(constr: Class, definition: core.$ZodTypeDef): core.$ZodType {
  const bounded = new constr(definition)
  const maximum = maximumOf(definition.checks)
  if (maximum === Number.POSITIVE_INFINITY) return bounded

  const checks = [nothing, ...(definition.checks ?? [])]
  const list = new constr(changedDefinition(definition, { checks }))
  const { run } = list._zod
  list._zod.run = (payload, context) => {
    const isFarTooLong = Array.isArray(payload.value) && payload.value.length > maximum + surplus
    return isFarTooLong ? bounded._zod.run(payload, context) : run(payload, context)
  }
  return list
}

/** A check that checks nothing. */
const nothing = {
  _zod: { def: { check: 'custom' }, check() {}, onattach: [] },
} as unknown as core.$ZodCheck<never>
