import { type CountedLayout, levels, type OrderLayout, topLevel } from './layout.ts'
import { segmentsFrom } from './segments.ts'
import { forOwnerOnly } from './tables.ts'

/** Longer walks search for a nearer range first. In ranges. */
const nearRanges = 4

/**
 * The functions that find a row by its position in an order. They are STABLE, so that all their
 * statements see what the calling statement sees.
 */
export function positionsSql(layout: CountedLayout, order: OrderLayout): string[] {
  const { own, key } = order
  return [
    seekSql(layout, order),
    forOwnerOnly(`${own('seek')}(${key}, bigint)`),
    gatherSql(layout, order),
    forOwnerOnly(`${own('gather')}(${key}, bigint, boolean)`),
    findSql(layout, order),
    forOwnerOnly(`${own('find')}(bigint, boolean)`),
  ]
}

/**
 * The key of the row `distance` rows after a key: 0 is the first row at or after it, -1 the last
 * one before it. Null when there are too few rows.
 */
function seekSql({ table }: CountedLayout, { own, key, fields, ...order }: OrderLayout): string {
  const { selected, sorted, reversed } = order
  const step = (segment: { guard: string; condition: string }, sortedBy: string) => `
    if ${segment.guard} then
      select ${selected} into found_key from ${table} t where ${segment.condition}
        order by ${sortedBy} offset skip limit 1;
      if found then return found_key; end if;
      if skip > 0 then
        skip := skip - (select count(*) from ${table} t where ${segment.condition});
      end if;
    end if;`
  const whole = (sortedBy: string) => `
    select ${selected} into found_key from ${table} t order by ${sortedBy} offset skip limit 1;
    return found_key;`
  const forward = segmentsFrom(fields, { key: 'place', backward: false, inclusive: true })
  const backward = segmentsFrom(fields, { key: 'place', backward: true, inclusive: false })

  return `create function ${own('seek')}(place ${key}, distance bigint) returns ${key}
    language plpgsql stable as $$
  declare
    found_key ${key};
    skip bigint := case when distance >= 0 then distance else -distance - 1 end;
  begin
    if distance >= 0 then
      if place.edge = 0 then ${whole(sorted)} end if;
      if place.edge = 2 then return null; end if;
      ${forward.map((segment) => step(segment, sorted)).join('')}
    else
      if place.edge = 2 then ${whole(reversed)} end if;
      if place.edge = 0 then return null; end if;
      ${backward.map((segment) => step(segment, reversed)).join('')}
    end if;
    return null;
  end $$`
}

/** Where the `most` rows are that begin with the row at a key; none for null. */
function gatherSql({ table }: CountedLayout, { own, key, fields, ...order }: OrderLayout): string {
  const direction = (backward: boolean, sortedBy: string) =>
    segmentsFrom(fields, { key: 'place', backward, inclusive: true })
      .map(
        ({ guard, condition }) => `
    if ${guard} then
      places := places || array(select t.ctid from ${table} t where ${condition}
        order by ${sortedBy} limit most - cardinality(places));
      if cardinality(places) >= most then return places; end if;
    end if;`,
      )
      .join('')

  return `create function ${own('gather')}(place ${key}, most bigint, backward boolean)
    returns tid[] language plpgsql stable as $$
  declare places tid[] := '{}';
  begin
    if place.edge is null then return places; end if;
    if backward then ${direction(true, order.reversed)}
    else ${direction(false, order.sorted)}
    end if;
    return places;
  end $$`
}

/**
 * The number of rows, and the key of the row at a position, counted from the end if `backward`.
 *
 * A range with about that position is searched in what is folded in; the deltas before it correct
 * its position; the rest is walked, in either direction. So the result is exact whichever range was
 * found, and the search is only repeated, at most twice, to shorten the walk.
 */
function findSql(layout: CountedLayout, order: OrderLayout): string {
  const { delta, state, sizes } = layout
  const { own, key, first, end } = order
  return `create function ${own('find')}(wanted bigint, backward boolean,
      out total bigint, out place ${key}) language plpgsql stable as $$
  declare
    folded bigint := (select s.total from ${state} s);
    guess bigint := case when backward then folded - 1 - wanted else wanted end;
    forward_position bigint;
    distance bigint;
    nearest ${key};
    shortest bigint;
    near record;
    unfolded record;
    start ${key};
  begin
    for attempt in 1..3 loop
      ${rangeAt(order, 'guess')} into near;
      if found then start := near.lo; else start := ${end}; end if;
      select coalesce(sum(d.n), 0) as everywhere,
        coalesce(sum(d.n) filter (where ${isBefore(order, 'start')}), 0) as before
        into unfolded from ${delta} d;
      total := folded + unfolded.everywhere;
      forward_position := case when backward then total - 1 - wanted else wanted end;
      if forward_position < 0 or forward_position >= total then return; end if;

      distance := forward_position - coalesce(near.before, folded) - unfolded.before;
      if shortest is null or abs(distance) < abs(shortest) then
        nearest := start;
        shortest := distance;
      end if;
      exit when abs(shortest) <= ${nearRanges * sizes.rows};
      guess := guess + distance;
    end loop;

    if forward_position < abs(shortest) then
      nearest := ${first};
      shortest := forward_position;
    end if;
    if total - forward_position < abs(shortest) then
      nearest := ${end};
      shortest := forward_position - total;
    end if;
    place := ${own('seek')}(nearest, shortest);
  end $$`
}

/** On a row of deltas named `d`: whether its key is before a variable. */
export function isBefore({ fields }: OrderLayout, place: string): string {
  const segments = segmentsFrom(fields, {
    key: place,
    backward: true,
    inclusive: false,
    term: ({ inDelta }) => inDelta,
  })
  const conditions = segments.map(({ guard, condition }) => `${guard} and ${condition}`)
  return `${place}.edge = 2 or ${place}.edge = 1 and (${conditions.join(' or ')})`
}

/** The range with a position among what is folded in, and how many rows are before it. */
function rangeAt({ ranges }: OrderLayout, position: string): string {
  const level = (level: number) => {
    const isTop = level === topLevel
    const base = isTop ? '' : `r${level + 1}.before + `
    const within = isTop ? '' : ` and r.lo >= r${level + 1}.lo`
    return `(select w.lo, ${base}w.upto - w.n as before from (
        select r.lo, r.n, sum(r.n) over (order by r.lo rows unbounded preceding) as upto
          from ${ranges} r where r.level = ${level}${within}) w
        where ${base}w.upto > ${position} order by w.lo limit 1) r${level}`
  }
  const [top, ...below] = levels.toReversed().map(level) as [string, ...string[]]
  return `select r0.lo, r0.before from ${top}
    ${below.map((lateral) => `cross join lateral ${lateral}`).join('\n')}`
}

/** The range that holds a key, and how many of the folded rows are before it. */
export function rangeOf({ ranges }: OrderLayout, key: string): string {
  const lookups = levels.map(
    (level) => `(select r.lo from ${ranges} r where r.level = ${level} and r.lo <= ${key}
        order by r.lo desc limit 1) r${level}`,
  )
  const sums = levels.map((level) => {
    const from = level === topLevel ? '' : ` and r.lo >= r${level + 1}.lo`
    return `(select coalesce(sum(r.n), 0) from ${ranges} r
        where r.level = ${level}${from} and r.lo < r${level}.lo)`
  })
  return `select r0.lo, ${sums.join(' + ')} as before from ${lookups.join(' cross join ')}`
}
