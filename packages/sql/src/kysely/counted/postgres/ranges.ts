import { type CountedLayout, fullRange, type OrderLayout } from './layout.ts'
import { forOwnerOnly } from './tables.ts'

/** The functions that split and join ranges. Each keeps the sum, and checks what it reads. */
export function rangesSql(layout: CountedLayout, order: OrderLayout): string[] {
  const { own, key } = order
  return [
    cutSql(layout, order),
    forOwnerOnly(`${own('cut')}(${key}[], ${key}[], int[])`),
    splitSql(order),
    forOwnerOnly(`${own('split')}(${key}[], ${key}[], int[])`),
    divideSql(order),
    forOwnerOnly(`${own('divide')}(int, ${key}, int)`),
    joinSql(order),
    forOwnerOnly(`${own('join')}(int, ${key}, int)`),
  ]
}

/**
 * Cuts ranges of rows into smaller ones, in one snapshot: it walks the rows that a range must have,
 * which are those counted and those of the deltas in it, and takes the deltas off again.
 *
 * @throws when a range has other rows than that.
 */
function cutSql({ delta, sizes, table }: CountedLayout, order: OrderLayout): string {
  const { own, key, keyOfDelta } = order
  const range = fullRange(sizes, 0)
  return `create function ${own('cut')}(starts ${key}[], ends ${key}[], counts int[])
    returns table (start ${key}, piece ${key}, n int) language plpgsql stable as $$
  declare
    delta_keys ${key}[];
    delta_counts int[];
    used int := 0;
    delta_count int;
    row_count int;
    pieces int;
    next_key ${key};
  begin
    select coalesce(array_agg(f.place order by f.place), '{}'),
      coalesce(array_agg(f.n order by f.place), '{}') into delta_keys, delta_counts
      from (
        select u.place, sum(u.n)::int as n from (
          select ${keyOfDelta} as place, d.n from ${delta} d) u
        where u.place >= starts[1] and u.place < ends[width_bucket(u.place, starts)]
        group by u.place having sum(u.n) <> 0) f;

    for i in 1..cardinality(starts) loop
      row_count := counts[i];
      for j in used + 1..cardinality(delta_keys) loop
        exit when delta_keys[j] >= ends[i];
        row_count := row_count + delta_counts[j];
      end loop;
      start := starts[i];
      piece := start;
      pieces := greatest(row_count / ${range}, 1);
      for p in 1..pieces loop
        if p = pieces then
          n := row_count - ${range} * (pieces - 1);
          next_key := ${own('seek')}(piece, n);
          if next_key < ends[i]
            or n > 0 and coalesce(${own('seek')}(piece, n - 1) >= ends[i], true) then
            raise data_corrupted using message = 'The counts of ${escaped(table)} are wrong.';
          end if;
          next_key := ends[i];
        else
          n := ${range};
          next_key := ${own('seek')}(piece, n);
          if coalesce(next_key >= ends[i], true) then
            raise data_corrupted using message = 'The counts of ${escaped(table)} are wrong.';
          end if;
        end if;
        delta_count := 0;
        while used < cardinality(delta_keys) and delta_keys[used + 1] < next_key loop
          used := used + 1;
          delta_count := delta_count + delta_counts[used];
        end loop;
        n := n - delta_count;
        return next;
        piece := next_key;
      end loop;
    end loop;
  end $$`
}

const escaped = (text: string) => text.replaceAll("'", "''")

function splitSql({ own, key, ranges }: OrderLayout): string {
  return `create function ${own('split')}(starts ${key}[], ends ${key}[], counts int[])
    returns void language plpgsql as $$ begin
    with pieces as materialized (select * from ${own('cut')}(starts, ends, counts)),
      kept as (update ${ranges} r set n = p.n from pieces p
        where r.level = 0 and r.lo = p.start and p.piece = p.start)
    insert into ${ranges} select 0, p.piece, p.n from pieces p where p.piece <> p.start;
  end $$`
}

/** Divides a range of ranges where its ranges fill one. */
function divideSql({ own, key, ranges, end }: OrderLayout): string {
  return `create function ${own('divide')}(height int, start ${key}, room int)
    returns void language plpgsql as $$ begin
    with inner_ranges as materialized (
        select r.lo, r.n, sum(r.n) over w - r.n as before from ${ranges} r
          where r.level = height - 1 and r.lo >= start and r.lo < coalesce(
            (select x.lo from ${ranges} x where x.level = height and x.lo > start
              order by x.lo limit 1), ${end})
          window w as (order by r.lo rows unbounded preceding)),
      -- Not fewer than before: a count may be negative until its other deltas are folded in.
      numbered as (
        select i.lo, i.n, max(i.before / room) over (order by i.lo) as number from inner_ranges i),
      divided as materialized (
        select distinct on (d.number) d.lo, sum(d.n) over (partition by d.number) as n
          from numbered d order by d.number, d.lo),
      kept as (update ${ranges} r set n = d.n from divided d
        where r.level = height and r.lo = start and d.lo = start)
    insert into ${ranges} select height, d.lo, d.n from divided d where d.lo <> start;
  end $$`
}

/** Joins a range to the one before it, unless a range of the next level starts with it. */
function joinSql({ own, key, ranges }: OrderLayout): string {
  return `create function ${own('join')}(height int, start ${key}, room int)
    returns void language plpgsql as $$ begin
    with gone as (
        delete from ${ranges} r
          where r.level = height and r.lo = start
            and not exists (select from ${ranges} x where x.level = height + 1 and x.lo = start)
            and r.n + (select x.n from ${ranges} x where x.level = height and x.lo < start
              order by x.lo desc limit 1) <= room
          returning r.n)
    update ${ranges} r set n = r.n + g.n from gone g
      where r.level = height and r.lo = (select x.lo from ${ranges} x
        where x.level = height and x.lo < start order by x.lo desc limit 1);
  end $$`
}
