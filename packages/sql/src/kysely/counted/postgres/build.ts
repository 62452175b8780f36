import { quotedName } from '../../tables/name.ts'
import { asOwner, type CountedLayout, fullRange, levels, type OrderLayout } from './layout.ts'
import { literal } from './reads.ts'
import { forOwnerOnly, mayCount } from './tables.ts'

/** The functions that count all rows: `rebuild` keeps the counts, `verify` compares them. */
export function buildSql(layout: CountedLayout): string[] {
  const { own, orders } = layout
  return [
    rebuildSql(layout),
    forOwnerOnly(`${own('rebuild')}()`),
    ...orders.map((_, index) => driftSql(layout, layout.order(index))),
    ...orders.map((_, index) => forOwnerOnly(`${layout.order(index).own('drift')}()`)),
    verifySql(layout),
    forOwnerOnly(`${own('verify')}()`),
  ]
}

const columnOf = ({ columns }: CountedLayout, number: number) =>
  `t.${quotedName(columns[number]?.name ?? '')}`

/** Counts all rows. Writers wait until the end of the transaction; readers see the old counts. */
function rebuildSql(layout: CountedLayout): string {
  const { own, table, state, delta, groups, orders, sizes } = layout
  const grouped = groups.map((number, index) => {
    const column = columnOf(layout, number)
    return `
    delete from ${own(`group${index}`)};
    insert into ${own(`group${index}`)}
      select row(${column})::${own(`value${index}`)}, count(*) from ${table} t group by ${column};`
  })
  const ordered = orders.map((_, index) => {
    const { ranges, key, sorted, selected, first } = layout.order(index)
    const above = levels.slice(1).map(
      (level) => `
    insert into ${ranges}
      select distinct on (n.number) ${level}, n.lo, sum(n.n) over (partition by n.number)
        from (select r.lo, r.n, (row_number() over (order by r.lo) - 1) / ${sizes.ranges} as number
          from ${ranges} r where r.level = ${level - 1}) n
        order by n.number, n.lo;`,
    )
    return `
    delete from ${ranges};
    insert into ${ranges}
      select 0, case when s.number = 0 then ${first} else s.lo end,
          least(${fullRange(sizes, 0)}, total - s.number)
        from (select row(${selected})::${key} as lo,
            row_number() over (order by ${sorted}) - 1 as number from ${table} t) s
        where s.number % ${fullRange(sizes, 0)} = 0;
    if total = 0 then insert into ${ranges} values (0, ${first}, 0); end if;
    ${above.join('')}`
  })
  return `create function ${own('rebuild')}() returns bigint language plpgsql ${asOwner}
    ${mayCount} set jit = off as $$
  declare total bigint;
  begin
    lock table ${table} in share row exclusive mode;
    -- Waits for a fold.
    perform 1 from ${state} s for update;
    delete from ${state};
    delete from ${delta};
    select count(*) into total from ${table} t;
    insert into ${state} (total) values (total);
    ${grouped.join('')}
    ${ordered.join('')}
    return total;
  end $$`
}

/** Compares all counts with the rows, in one snapshot. */
function verifySql(layout: CountedLayout): string {
  const { own, table, state, delta, groups, orders } = layout
  const grouped = groups.map((number, index) => {
    const type = own(`value${index}`)
    const column = columnOf(layout, number)
    return `
    return query select ${literal(`count by ${layout.columns[number]?.name}`)}, u.value::text,
        sum(u.kept)::bigint, sum(u.counted)::bigint
      from (
        select g.value, g.n as kept, 0 as counted from ${own(`group${index}`)} g
        union all select row(d.c${number})::${type}, d.n, 0 from ${delta} d
        union all select row(${column})::${type}, 0, count(*) from ${table} t group by ${column}
      ) u group by u.value having sum(u.kept) <> sum(u.counted);`
  })
  const ordered = orders.map(
    (_, index) => `
    return query select * from ${layout.order(index).own('drift')}();`,
  )
  return `create function ${own('verify')}()
    returns table (what text, place text, kept bigint, counted bigint)
    language plpgsql stable ${asOwner} set jit = off as $$
  begin
    perform 1 from ${table} t where false;
    select count(*) into counted from ${table} t;
    select coalesce((select sum(s.total) from ${state} s), 0)
      + coalesce((select sum(d.n) from ${delta} d), 0) into kept;
    what := 'count';
    if kept <> counted then return next; end if;
    -- A snapshot from before a TRUNCATE sees neither rows nor counts.
    if not exists (select from ${state} s) then return; end if;
    ${grouped.join('')}
    ${ordered.join('')}
  end $$`
}

/** Compares the ranges of an order with the rows, and each level with the one below. */
function driftSql(layout: CountedLayout, { index, ...order }: OrderLayout): string {
  const { table, delta, columns, orders } = layout
  const { own, ranges, key, keyOfDelta, selected, first } = order
  const names = (orders[index] ?? []).map((number) => columns[number]?.name).join(', ')
  const above = levels.slice(1).map(
    (level) => `
    return query select ${literal(`level ${level} by ${names}`)}, u.start::text,
        sum(u.kept)::bigint, sum(u.counted)::bigint
      from (
        select r.lo as start, r.n as kept, 0 as counted from ${ranges} r where r.level = ${level}
        union all
        select (select p.lo from ${ranges} p where p.level = ${level} and p.lo <= r.lo
          order by p.lo desc limit 1), 0, r.n from ${ranges} r where r.level = ${level - 1}
      ) u group by u.start having sum(u.kept) <> sum(u.counted) or u.start is null;`,
  )
  return `create function ${own('drift')}()
    returns table (what text, place text, kept bigint, counted bigint)
    language plpgsql stable as $$
  begin
    return query select ${literal(`rows by ${names}`)}, f.start::text, f.kept, f.counted from (
      select (array_agg(u.lo) filter (where u.starts = 1))[1] as start,
        sum(u.kept)::bigint as kept, sum(u.counted)::bigint as counted
      from (
        select w.*, sum(w.starts) over (order by w.lo, w.starts desc) as number from (
          select r.lo, 1 as starts, r.n as kept, 0 as counted from ${ranges} r where r.level = 0
          union all select ${keyOfDelta}, 0, d.n, 0 from ${delta} d
          union all select row(${selected})::${key}, 0, 0, 1 from ${table} t) w) u
      group by u.number) f where f.kept <> f.counted;
    ${above.join('')}
    return query select ${literal(`start of level by ${names}`)}, l.level::text, 1::bigint, 0::bigint
      from generate_series(0, ${levels.length - 1}) l(level)
      where not exists (select from ${ranges} r where r.level = l.level and r.lo = ${first});
  end $$`
}
