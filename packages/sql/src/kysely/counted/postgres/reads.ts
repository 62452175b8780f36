import { quotedName } from '../../tables/name.ts'
import type { CountedColumn } from '../definition.ts'
import { asOwner, byIndexOnly, type CountedLayout, type OrderLayout } from './layout.ts'
import { isBefore, rangeOf } from './positions.ts'
import { segmentsFrom } from './segments.ts'
import { forOwnerOnly } from './tables.ts'

/** Nearer rows are read from the start of the list. */
const nearOffset = 128

/**
 * The functions that a list calls. All are STABLE: they see what the calling statement sees. Where
 * a snapshot is older than the counts, they count the rows.
 */
export function readsSql(layout: CountedLayout): string[] {
  const { own, table, groups, orders } = layout
  const counts = groups.map((_, index) => groupCountSql(layout, index))
  const pages = orders.flatMap((order, index) => {
    const group = groups.indexOf(order[0] as number)
    const names = layout.order(index)
    const within = group === -1 ? [] : [withinSql(layout, names, group)]
    return [pageSql(layout, names), ...within]
  })
  return [
    `create function ${own('may_read')}() returns void language plpgsql stable as $$ begin
      if not has_any_column_privilege(
        coalesce(nullif(current_setting('role'), 'none'), session_user::text),
        ${literal(table)}::regclass, 'select') then
        raise insufficient_privilege using message = ${literal(`permission denied for table ${table}`)};
      end if;
    end $$`,
    forOwnerOnly(`${own('may_read')}()`),
    countSql(layout),
    ...counts,
    ...pages,
  ]
}

/** A text in SQL. */
export const literal = (text: string): string =>
  `${text.includes('\\') ? ' E' : ''}'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * The beginning of each function: nobody reads more than they may, and the table is locked before
 * the counts, as TRUNCATE does.
 */
const start = ({ own, table }: CountedLayout) => `
  perform ${own('may_read')}();
  perform 1 from ${table} t where false;`

function countSql(layout: CountedLayout): string {
  const { own, state, delta, table } = layout
  return `create function ${own('count')}() returns bigint
    language plpgsql stable ${asOwner} ${byIndexOnly} as $$
  declare total bigint;
  begin
    ${start(layout)}
    select s.total + coalesce((select sum(d.n) from ${delta} d), 0) into total from ${state} s;
    if not found then select count(*) into total from ${table} t; end if;
    return total;
  end $$`
}

const typeOf = ({ columns }: CountedLayout, number: number) =>
  (columns[number] as CountedColumn).type

/** How many rows of a group there are, as a value in SQL for a variable `of`. */
function groupCount(layout: CountedLayout, index: number): string {
  const { delta, own, groups } = layout
  return `(coalesce((select g.n from ${own(`group${index}`)} g
      where g.value = row(of)::${own(`value${index}`)}), 0)
    + coalesce((select sum(d.n) from ${delta} d
      where d.c${groups[index]} = of or of is null and d.c${groups[index]} is null), 0))`
}

function groupCountSql(layout: CountedLayout, index: number): string {
  const { own, state, table, groups } = layout
  const number = groups[index] as number
  return `create function ${own(`count${index}`)}(of ${typeOf(layout, number)}) returns bigint
    language plpgsql stable ${asOwner} ${byIndexOnly} as $$
  begin
    ${start(layout)}
    if not exists (select from ${state} s) then
      return (select count(*) from ${table} t where ${isOf(layout, number)});
    end if;
    return ${groupCount(layout, index)};
  end $$`
}

/** Whether a row belongs to the group of a variable `of`. */
function isOf({ columns }: CountedLayout, number: number): string {
  const column = `t.${quotedName((columns[number] as CountedColumn).name)}`
  return `(${column} = of or of is null and ${column} is null)`
}

/** The rows at an offset from one end of the list, read from there. */
const readFrom = (
  { table }: CountedLayout,
  order: OrderLayout,
  condition: string,
  most: string,
) => `
  if backward then
    places := array(select t.ctid from ${table} t where ${condition}
      order by ${order.reversed} offset skip limit ${most});
  else
    places := array(select t.ctid from ${table} t where ${condition}
      order by ${order.sorted} offset skip limit ${most});
  end if;`

/** A page of the whole list: how many rows there are, and where those of the page are. */
function pageSql(layout: CountedLayout, order: OrderLayout): string {
  const { own, state } = layout
  return `create function ${order.own('page')}(skip bigint, most bigint, backward boolean,
      out total bigint, out places tid[])
    language plpgsql stable ${asOwner} ${byIndexOnly} as $$
  declare hit record;
  begin
    ${start(layout)}
    if skip < ${nearOffset} or not exists (select from ${state} s) then
      total := ${own('count')}();
      ${readFrom(layout, order, 'true', 'most')}
      return;
    end if;
    select * into hit from ${order.own('find')}(skip, backward);
    total := hit.total;
    places := ${order.own('gather')}(hit.place, most, backward);
  end $$`
}

/**
 * A page of one group, in an order that begins with its column. The group ends where the next one
 * begins, and starts as many rows before as it has.
 */
function withinSql(layout: CountedLayout, order: OrderLayout, group: number): string {
  const { state, table, delta, groups } = layout
  const number = groups[group] as number
  const [head, ...rest] = order.fields
  const column = head?.column
  const nulls = rest.map(() => ', null').join('')
  const walked = segmentsFrom(order.fields, { key: 'start_key', backward: false, inclusive: true })
    .map(
      ({ guard, condition }) => `
      if ${guard} then
        group_end := group_end
          + (select count(*) from ${table} t where ${condition} and ${column} <= of);
      end if;`,
    )
    .join('')

  return `create function ${order.own('within')}(of ${typeOf(layout, number)}, skip bigint,
      most bigint, backward boolean, out total bigint, out places tid[])
    language plpgsql stable ${asOwner} ${byIndexOnly} as $$
  declare
    near record;
    unfolded bigint;
    group_end bigint;
    hit record;
    start_key ${order.key};
    group_key ${order.key} := row(1, of${nulls});
  begin
    ${start(layout)}
    if not exists (select from ${state} s) then
      select count(*) into total from ${table} t where ${isOf(layout, number)};
    else
      total := ${groupCount(layout, group)};
    end if;
    places := '{}';
    most := least(most, total - skip);
    if most <= 0 then return; end if;
    if skip < ${nearOffset} or not exists (select from ${state} s) then
      if of is null then ${readFrom(layout, order, `${column} is null`, 'most')}
      else ${readFrom(layout, order, `${column} = of`, 'most')}
      end if;
      return;
    end if;

    if of is null then
      group_end := (select s.total from ${state} s)
        + coalesce((select sum(d.n) from ${delta} d), 0);
    else
      ${rangeOf(order, 'group_key')} into near;
      start_key := near.lo;
      select coalesce(sum(d.n), 0) into unfolded from ${delta} d
        where ${isBefore(order, 'start_key')};
      group_end := near.before + unfolded;
      if start_key.edge = 0 then
        group_end := group_end + (select count(*) from ${table} t where ${column} <= of);
      else ${walked}
      end if;
    end if;

    select * into hit from ${order.own('find')}(
      case when backward then group_end - 1 - skip else group_end - total + skip end, false);
    places := ${order.own('gather')}(hit.place, most, backward);
  end $$`
}
