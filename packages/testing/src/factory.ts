import type { StandardSchemaV1 } from '@standard-schema/spec'
import { knownOptions } from 'turnpike/kit'

export interface FactoryOptions<Schema extends StandardSchemaV1, Created> {
  /** What the values must fit: the schema of a view, or any other Standard Schema. */
  schema: Schema
  /** Values that fit, for the first, second, … one: `(number) => ({ title: `Note ${number}` })`. */
  defaults: (number: number) => StandardSchemaV1.InferInput<Schema>
  /** Stores one, and returns what was stored. */
  create: (values: StandardSchemaV1.InferOutput<Schema>) => Created | Promise<Created>
}

/** Makes values for tests, of which a test names only those that matter to it. */
export interface Factory<Schema extends StandardSchemaV1, Created> {
  /**
   * The values, as the schema returns them; nothing is stored.
   *
   * @throws TypeError when the schema refuses them.
   */
  build(
    values?: Partial<StandardSchemaV1.InferInput<Schema>>,
  ): Promise<StandardSchemaV1.InferOutput<Schema>>
  /** Stores one. @throws TypeError when the schema refuses the values. */
  create(values?: Partial<StandardSchemaV1.InferInput<Schema>>): Promise<Created>
  /** Stores several, one after the other. @throws TypeError likewise. */
  createMany(
    count: number,
    values?: Partial<StandardSchemaV1.InferInput<Schema>>,
  ): Promise<Created[]>
}

const factoryOptions = knownOptions<FactoryOptions<StandardSchemaV1, unknown>>('factory()', {
  schema: 'required',
  defaults: 'required',
  create: 'required',
})

/**
 * A factory of what a schema describes:
 *
 * ```ts
 * const notes = factory({
 *   schema: newNote,
 *   defaults: (number) => ({ title: `Note ${number}` }),
 *   create: (note) => store.create(note),
 * })
 * await notes.createMany(3, { priority: 5 })
 * ```
 */
export function factory<Schema extends StandardSchemaV1, Created>(
  options: FactoryOptions<Schema, Created>,
): Factory<Schema, Created> {
  factoryOptions.require(options as never)
  const { schema, defaults, create: store } = options
  let made = 0

  const build: Factory<Schema, Created>['build'] = async (values = {}) => {
    made += 1
    const given = { ...(defaults(made) as object), ...values }
    const result = await schema['~standard'].validate(given)
    if (result.issues === undefined) return result.value as never
    throw new TypeError(`The schema refuses what the factory makes: ${textOf(result.issues)}.`)
  }
  const create: Factory<Schema, Created>['create'] = async (values) => store(await build(values))

  return {
    build,
    create,
    async createMany(count, values) {
      const all: Created[] = []
      while (all.length < count) all.push(await create(values))
      return all
    },
  }
}

/** `title: This field is required., priority: …` */
const textOf = (issues: readonly StandardSchemaV1.Issue[]): string =>
  issues
    .map(({ path = [], message }) => {
      const names = path.map((step) => String(typeof step === 'object' ? step.key : step))
      return names.length === 0 ? message : `${names.join('.')}: ${message}`
    })
    .join(', ')
