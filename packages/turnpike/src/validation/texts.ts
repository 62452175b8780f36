import { characterErrors } from './characters.ts'
import type { Fault } from './faults.ts'

/** Maximum number of faults to search for. */
const maxFaults = 100

/** A container and how it was reached. */
interface Place {
  readonly value: object
  readonly key: PropertyKey
  /** Null for the whole data. */
  readonly outer: Place | null
}

/**
 * The strings in `data` with characters that cannot be stored, at any depth and among the keys of
 * objects. Searches lists, plain objects, maps and sets.
 */
export function textFaults(data: unknown): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<object>()
  const pending: Place[] = []

  const check = (text: string, key: PropertyKey, outer: Place | null) => {
    if (faults.length >= maxFaults) return
    for (const message of characterErrors(text)) {
      faults.push({ path: outer ? [...pathTo(outer), key] : [], message })
    }
  }
  const visit = (value: unknown, key: PropertyKey, outer: Place | null) => {
    if (typeof value === 'string') return check(value, key, outer)
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    pending.push({ value, key, outer })
  }

  visit(data, '', null)
  for (let place = pending.pop(); place && faults.length < maxFaults; place = pending.pop()) {
    const { value } = place
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) visit(value[index], index, place)
    } else if (value instanceof Map || value instanceof Set) {
      for (const [key, item] of value.entries()) {
        visit(key, String(key), place)
        visit(item, String(key), place)
      }
    } else if (isPlain(value)) {
      for (const key of Object.keys(value)) {
        check(key, key, place)
        visit(value[key], key, place)
      }
    }
  }
  return faults
}

function pathTo({ key, outer }: Place): PropertyKey[] {
  return outer ? [...pathTo(outer), key] : []
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
