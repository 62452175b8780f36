import type { Mark } from './mark.ts'

/**
 * A mark that is inside its object, in a private field that no other code can see. For objects of
 * single requests: a table of them costs the garbage collector more than all else that is done with
 * one. Like `mark`, it knows no copies, and ends with its object.
 */
export /* @__NO_SIDE_EFFECTS__ */ function stamp<Of extends object, Value>(): Mark<Of, Value> {
  class Stamped extends Itself {
    #value: Value | undefined

    constructor(object: object, value: Value) {
      super(object)
      this.#value = value
    }

    static get(object: object): Value | undefined {
      return #value in object ? object.#value : undefined
    }

    static set(object: object, value: Value | undefined): boolean {
      if (!(#value in object)) return false
      object.#value = value
      return true
    }
  }

  return {
    get: (object) => Stamped.get(object),
    set(object, value) {
      if (!Stamped.set(object, value)) new Stamped(object, value)
    },
    delete: (object) => void Stamped.set(object, undefined),
  }
}

/** Its constructor returns the object, so that fields of subclasses are put into that. */
const Itself = class {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: see above.
    return object
  }
}
