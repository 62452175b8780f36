import type { Catalogue, Table } from '../inspect/schema.ts'

/** Facts that some rows of a table show and its columns do not. */
export interface Sample {
  /** Texts that are blank in a row. */
  readonly blank: ReadonlySet<string>
  /** Maximum number of decimal places of the numbers in a column without a scale. */
  readonly places: ReadonlyMap<string, number>
}

/** Maximum number of rows that are looked at. */
const maxRows = 1000

/** Looks at some rows of a table. Their values stay in the database, except for the decimals. */
export async function sampleOf({ rows, quote }: Catalogue, table: Table): Promise<Sample> {
  const texts = table.columns.filter(
    ({ name, type }) => type.kind === 'text' && !table.primaryKey.includes(name),
  )
  const decimals = table.columns.filter(
    ({ type }) => type.kind === 'decimal' && type.places === null,
  )
  const from = `(select ${[...texts, ...decimals].map(({ name }) => quote(name)).join(', ')} from ${quote(table.name)} limit ${maxRows}) t`
  const blank = new Set<string>()
  if (texts.length > 0) {
    // By number: a name may be anything.
    const columns = texts.map(
      ({ name }, index) => `max(case when ${quote(name)} = '' then 1 else 0 end) as c${index}`,
    )
    const [row] = await rows(`select ${columns.join(', ')} from ${from}`)
    texts.forEach(({ name }, index) => {
      if (Number(row?.[`c${index}`]) === 1) blank.add(name)
    })
  }
  const places = new Map<string, number>()
  for (const { name } of decimals) {
    const seen = await rows(`select distinct ${quote(name)} as value from ${from}`)
    const counts = seen.flatMap(({ value }) => (value === null ? [] : [placesOf(value)]))
    if (counts.length > 0) places.set(name, Math.max(...counts))
  }
  return { blank, places }
}

/** SQLite keeps decimals as floats of 15 digits. */
const placesOf = (value: unknown): number => /^-?\d+\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
