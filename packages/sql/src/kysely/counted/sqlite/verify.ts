import type { AnyDatabase } from '../../database.ts'
import { quotedName } from '../../tables/name.ts'
import type { Drift } from '../counted-sql.ts'
import type { CountedColumn, CountedDefinition } from '../definition.ts'
import { countedColumns, isCopied } from './columns.ts'
import { levels, listed, namesOf } from './names.ts'
import { rangeNames } from './ranges.ts'
import { rowsOf } from './shape.ts'
import { rowsFrom } from './walk.ts'

/** Compares the counters with the rows. */
export async function verify(
  db: AnyDatabase,
  definition: CountedDefinition,
): Promise<readonly Drift[]> {
  const drifts: Drift[] = []
  const statements = [
    totalDrift(definition),
    copyDrift(definition),
    ...definition.groups.map((column, index) => groupDrift(definition, column, index)),
    ...definition.orders.flatMap((_, index) => [
      wholeDrift(definition, index),
      rowsDrift(definition, index),
      ...levels.slice(1).map((level) => rangesDrift(definition, index, level)),
    ]),
  ]
  for (const statement of statements) {
    const rows = await rowsOf<{ what: string; kept: unknown; found: unknown }>(db, statement)
    for (const { what, kept, found } of rows)
      drifts.push({ what, kept: String(kept ?? 0), found: String(found ?? 0) })
  }
  return drifts
}

/** Maximum number of differences that a comparison lists. */
const most = 10

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

const totalDrift = (definition: CountedDefinition): string => {
  const { table, total } = namesOf(definition)
  return `select ${literal(`rows of ${definition.table}`)} as what, kept, found from (
    select (select sum(n) from ${total}) as kept, (select count(*) from ${table}) as found)
    where kept is not found`
}

/** The copy has each row, and no other. */
const copyDrift = (definition: CountedDefinition): string => {
  const { table, copy } = namesOf(definition)
  const isSame = isCopied(definition, 'row', countedColumns(definition))
  return `select ${literal(`copied rows of ${definition.table}`)} as what, kept, found from (
    select (select count(*) from ${copy}) as kept,
      (select count(*) from ${table} as row where ${isSame}) as found)
    where kept <> found`
}

function groupDrift(definition: CountedDefinition, { name }: CountedColumn, index: number): string {
  const { table, group } = namesOf(definition)
  const what = literal(`rows of ${definition.table} with ${name} = `)
  return `with found as materialized (select ${quotedName(name)} as value, count(*) as n from ${table}
      where ${quotedName(name)} is not null group by ${quotedName(name)})
    select ${what} || kept.value as what, kept.n as kept, found.n as found
      from ${group(index)} as kept left join found on found.value = kept.value
      where kept.n is not found.n
    union all select ${what} || found.value, null, found.n
      from found where not exists (select 1 from ${group(index)} where value = found.value)
    limit ${most}`
}

/** The ranges of each level have all rows, from the first place on. */
function wholeDrift(definition: CountedDefinition, index: number): string {
  const { parts, ranges, keys } = rangeNames(definition, index)
  const { table } = namesOf(definition)
  const least = listed(parts.map((part) => part.least))
  return `select ${whatOf(definition, index)} || ' at level ' || level as what, kept, found from (
    select wanted.column1 as level, (select sum(n) from ${ranges} as r where r.level = wanted.column1
      and exists (select 1 from ${ranges} where level = wanted.column1 and (${keys}) = (${least}))) as kept,
      (select count(*) from ${table}) as found
    from (values ${levels.map((level) => `(${level})`).join()}) as wanted)
    where kept is not found`
}

/** Each range of rows has as many rows as it says. */
function rowsDrift(definition: CountedDefinition, index: number): string {
  const { order, parts, ranges, keys, boundOfRange } = rangeNames(definition, index)
  const next = `(select ${keys} from ${ranges} where level = 1 and (${keys}) > (${boundOfRange('range')})
    order by ${keys} limit 1)`
  const rows = rowsFrom(definition, order, {
    range: 'range',
    selected: listed(parts.map(({ name, of }) => `${of('row')} as ${name}`)),
    limit: `(select max(0, max(n)) + 1 from ${ranges} where level = 1)`,
  })
  return `select ${whatOf(definition, index)} || ' in the range from ' || ${placeOf(parts, 'range')} as what,
      n as kept, iif(found > n, 'more', found) as found from (
    select range.*, (select count(*) from (${rows})
      where not exists ${next} or (${keys}) < ${next}) as found
    from ${ranges} as range where range.level = 1) as range where n <> found limit ${most}`
}

/** Each range of ranges has the sum of those in it, and begins where one of them begins. */
function rangesDrift(definition: CountedDefinition, index: number, level: number): string {
  const { parts, ranges, keys, keyOf, boundOfRange } = rangeNames(definition, index)
  const next = `(select ${keys} from ${ranges} where level = ${level} and (${keys}) > (${boundOfRange('range')})
    order by ${keys} limit 1)`
  return `select ${whatOf(definition, index)} || ' in the range of level ${level} from ' || ${placeOf(parts, 'range')} as what,
      n as kept, found from (
    select range.*, (select sum(r.n) from ${ranges} as r where r.level = ${level - 1}
      and (${keyOf('r')}) >= (${boundOfRange('range')}) and (not exists ${next} or (${keyOf('r')}) < ${next})
      and exists (select 1 from ${ranges} where level = ${level - 1} and (${keys}) = (${boundOfRange('range')}))) as found
    from ${ranges} as range where range.level = ${level}) as range where n is not found limit ${most}`
}

const whatOf = (definition: CountedDefinition, index: number): string =>
  literal(
    `rows of ${definition.table} by ${definition.orders[index]?.map(({ name }) => name).join(', ')}`,
  )

const placeOf = (parts: readonly { readonly name: string }[], range: string): string =>
  parts.map(({ name }) => `quote(${range}.${name})`).join(` || ', ' || `)
