import type { CompiledQuery } from 'kysely'
import { keepPrepared, type PreparedOptions } from './prepared.ts'

/**
 * A query that is built and compiled on first use: `build` gets placeholders, and each use supplies
 * the values. Not for databases with plugins, which may look at values.
 */
export function compileOnce<Row>(
  places: number,
  build: (...places: never[]) => { compile(): CompiledQuery<Row> },
  prepared: PreparedOptions = {},
): (...values: readonly unknown[]) => CompiledQuery<Row> {
  const marks = Array.from({ length: places }, (_, index) => Symbol(`place ${index}`))
  let known: { readonly compiled: CompiledQuery<Row>; readonly placeOf: number[] } | undefined

  return (...values) => {
    if (known === undefined) {
      const compiled = build(...(marks as never[])).compile()
      keepPrepared(compiled.sql, prepared)
      known = {
        compiled,
        placeOf: compiled.parameters.map((value) => marks.indexOf(value as symbol)),
      }
    }
    const { compiled, placeOf } = known
    const parameters = compiled.parameters.map((value, index) => {
      const place = placeOf[index] as number
      return place < 0 ? value : values[place]
    })
    return { ...compiled, parameters }
  }
}
