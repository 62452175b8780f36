import type { ComponentKind, OpenApiDocument, Reference } from './types.ts'

/** The parts of a document that are defined once and referred to. */
export interface Components {
  /**
   * A reference to the component. Equal components of a kind are shared; different ones of the same
   * name are numbered: `Forbidden`, `Forbidden_2`.
   */
  add(kind: ComponentKind, name: string, value: object): Reference
  /**
   * Reserves a free name for a component that is passed to `put` later, so that it may refer to
   * itself.
   */
  reserve(kind: ComponentKind, name: string): string
  put(kind: ComponentKind, name: string, value: object): Reference
  /**
   * The components to which the value refers, itself or by others, by kind and name. Security
   * schemes, which are named without a reference, are all used.
   */
  usedBy(value: unknown): OpenApiDocument['components']
}

export function createComponents(): Components {
  const byKind = new Map<ComponentKind, Map<string, object | null>>()
  const nameByContent = new Map<string, string>()
  const ofKind = (kind: ComponentKind) => {
    const known = byKind.get(kind) ?? new Map<string, object | null>()
    byKind.set(kind, known)
    return known
  }

  const components: Components = {
    add(kind, name, value) {
      const content = `${kind} ${JSON.stringify(value)}`
      const known = nameByContent.get(content)
      if (known !== undefined) return referenceTo(kind, known)

      const free = components.reserve(kind, name)
      nameByContent.set(content, free)
      return components.put(kind, free, value)
    },

    reserve(kind, name) {
      const taken = ofKind(kind)
      const base = name.replaceAll(/[^A-Za-z0-9._-]+/g, '_') || '_'
      let free = base
      for (let number = 2; taken.has(free); number++) free = `${base}_${number}`
      taken.set(free, null)
      return free
    },

    put(kind, name, value) {
      ofKind(kind).set(name, value)
      return referenceTo(kind, name)
    },

    usedBy(value) {
      const used = new Set<unknown>()
      const follow = (inner: unknown): void => {
        if (typeof inner !== 'object' || inner === null || used.has(inner)) return
        used.add(inner)
        for (const [key, part] of Object.entries(inner)) {
          follow(key === '$ref' ? componentAt(String(part)) : part)
        }
      }
      const componentAt = (reference: string) => {
        const [kind, name = ''] = reference.split('/').slice(-2)
        return byKind.get(kind as ComponentKind)?.get(name)
      }
      follow(value)
      return Object.fromEntries(
        [...byKind].map(([kind, named]) => [
          kind,
          Object.fromEntries(
            [...named].filter(([, one]) => kind === 'securitySchemes' || used.has(one)),
          ),
        ]),
      )
    },
  }
  return components
}

export const referenceTo = (kind: ComponentKind, name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
})
