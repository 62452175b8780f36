import type { Rule } from './rule.ts'

/** Any value, including null and undefined. */
export const anything: Rule<unknown> = {
  expected: 'anything',
  accepts: (_value): _value is unknown => true,
}

/**
 * Accepts a function.
 *
 * @param expected completes "It must be …".
 */
export const functionRule = /* @__NO_SIDE_EFFECTS__ */ <Value extends (...given: never) => unknown>(
  expected: string,
): Rule<Value> => ({
  expected,
  accepts: (value): value is Value => typeof value === 'function',
})

/** An object that has these methods. @param what it is: `a throttle store`. */
export const objectWith = /* @__NO_SIDE_EFFECTS__ */ <Value>(
  what: string,
  methods: readonly (keyof Value & string)[],
): Rule<Value> => ({
  expected: `${what}, which has ${methods.map((name) => `${name}()`).join(', ')}`,
  accepts: (value): value is Value =>
    methods.every((name) => typeof Object(value)[name] === 'function'),
})
