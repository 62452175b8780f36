import {
  asOwner,
  byIndexOnly,
  type CountedLayout,
  fullRange,
  levels,
  type OrderLayout,
} from './layout.ts'
import { rangesSql } from './ranges.ts'
import { forOwnerOnly, mayCount } from './tables.ts'

/**
 * The function that folds deltas into the counts, at most `most`, and returns how many it did: -1
 * when another one is at it. It waits for no writer, and no writer waits for it. Everybody may call
 * it, because a service need not be the owner of its tables.
 */
export function foldSql(layout: CountedLayout): string[] {
  const { own, table, state, delta, columns, orders, groups } = layout
  const all = columns.map((_, number) => `g.c${number}, `).join('')
  const folded = groups.map((number, index) => foldGroup(layout, number, index))
  const applied = orders.map((_, index) => `perform ${layout.order(index).own('apply')}(batch);`)
  return [
    ...orders.flatMap((_, index) => {
      const order = layout.order(index)
      return [
        ...rangesSql(layout, order),
        applySql(layout, order),
        forOwnerOnly(`${order.own('apply')}(${delta}[])`),
      ]
    }),
    // The table is locked before the counts, as TRUNCATE does. The lock on the state is taken by a
    // statement of its own, so that the next one sees what the previous fold did.
    `create function ${own('fold')}(most int) returns int
      language plpgsql ${asOwner} ${mayCount} ${byIndexOnly} as $$
    declare batch ${delta}[];
    begin
      -- Nothing to do must cost nothing, not even a transaction number.
      if not exists (select from ${delta} d) then return 0; end if;
      lock table ${table} in access share mode;
      perform 1 from ${state} s for update skip locked;
      if not found then
        if exists (select from ${state} s) then return -1; end if;
        -- The schema was restored without its counts.
        perform ${own('rebuild')}();
        return 0;
      end if;
      with gone as (
        delete from ${delta} d
          where d.ctid = any(array(select o.ctid from ${delta} o limit most)) returning d.*)
      select array_agg(row(${all}g.n)::${delta}) into batch from gone g;
      if batch is null then return 0; end if;
      update ${state} s set total = s.total + (select sum(d.n) from unnest(batch) d);
      ${folded.join('\n')}
      ${applied.join('\n')}
      return cardinality(batch);
    end $$`,
  ]
}

function foldGroup({ own }: CountedLayout, number: number, index: number): string {
  const table = own(`group${index}`)
  return `
      insert into ${table} as g
        select row(d.c${number})::${own(`value${index}`)}, sum(d.n) from unnest(batch) d
          group by d.c${number} having sum(d.n) <> 0
        on conflict (value) do update set n = g.n + excluded.n;
      delete from ${table} g where g.n = 0 and g.value in (
        select row(d.c${number})::${own(`value${index}`)} from unnest(batch) d);`
}

/** The function that adds deltas to the ranges of an order, and splits and joins ranges. */
function applySql({ delta, sizes }: CountedLayout, order: OrderLayout): string {
  const { own, ranges, key, keyOfDelta, fields, end } = order
  const columns = fields.map(({ inDelta }) => inDelta).join(', ')
  const full = levels.map((level) => fullRange(sizes, level))
  const fullAt = `(array[${full.join(', ')}])[r.level + 1]`
  const changed = levels.map((level) => {
    const below = level === 0 ? 'keys' : `changed${level - 1}`
    return `changed${level} as materialized (
        select r.lo, sum(b.n)::int as n from ${below} b cross join lateral (
          select r.lo from ${ranges} r where r.level = ${level} and r.lo <= b.lo
            order by r.lo desc limit 1) r
        group by r.lo having sum(b.n) <> 0)`
  })
  const updated = levels.map(
    (level) => `updated${level} as (
        update ${ranges} r set n = r.n + c.n from changed${level} c
          where r.level = ${level} and r.lo = c.lo returning r.level, r.lo, r.n)`,
  )
  const all = levels.map((level) => `select * from updated${level}`).join(' union all ')

  return `create function ${own('apply')}(batch ${delta}[]) returns void language plpgsql as $$
  declare
    uneven ${ranges}[];
    starts ${key}[];
    ends ${key}[];
    counts int[];
    one ${ranges};
  begin
    with keys as (
        select ${keyOfDelta} as lo, sum(d.n) as n from unnest(batch) d
          group by ${columns} having sum(d.n) <> 0),
      ${[...changed, ...updated].join(',\n      ')}
    select array_agg(row(r.level, r.lo, r.n)::${ranges}) into uneven from (${all}) r
      where r.n > 2 * ${fullAt} or r.n < ${fullAt} / 4;
    if uneven is null then return; end if;

    select array_agg(r.lo order by r.lo), array_agg(r.n order by r.lo),
      array_agg(coalesce((select x.lo from ${ranges} x where x.level = 0 and x.lo > r.lo
        order by x.lo limit 1), ${end}) order by r.lo)
      into starts, counts, ends from unnest(uneven) r
      where r.level = 0 and r.n > ${2 * fullRange(sizes, 0)};
    if starts is not null then perform ${own('split')}(starts, ends, counts); end if;

    for one in select * from unnest(uneven) r where r.level > 0 and r.n > 2 * ${fullAt}
      order by r.level
    loop
      perform ${own('divide')}(one.level, one.lo, ${fullAt.replace('r.', 'one.')});
    end loop;
    -- From the top: the first range in another can only be joined when that one was.
    for one in select * from unnest(uneven) r where (r.lo).edge = 1 and r.n < ${fullAt} / 4
      order by r.level desc, r.lo
    loop
      perform ${own('join')}(one.level, one.lo, ${fullAt.replace('r.', 'one.')});
    end loop;
  end $$`
}
