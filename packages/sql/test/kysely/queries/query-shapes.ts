import { type SelectQueryBuilder, sql } from 'kysely'
import type { AnyDatabase } from '../../../src/kysely/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: the shapes are queries of any kind.
type Query = SelectQueryBuilder<any, any, any>

/** A query that an application may list, and what its list may be ordered by. */
export interface QueryShape {
  readonly name: string
  readonly fields: readonly string[]
  readonly key?: string | readonly string[]
  /** The key as SQL needs it, where both tables have a column of its name. */
  readonly keyInSql?: string | readonly string[]
  readonly only?: 'SQLite' | 'PostgreSQL'
  /** Whether the query has an order that decides which rows it has. */
  readonly keepsItsOrder?: boolean
  readonly camelCase?: boolean
  build(db: AnyDatabase): Query
}

export const rowCount = { SQLite: 1100, PostgreSQL: 90 }

/** Notes with ties and nulls everywhere but in the key, and names that other columns have, too. */
export async function fillNotes(db: AnyDatabase, count: number): Promise<void> {
  const statements = [
    `create table usr (id integer primary key, username text, name text, score integer)`,
    `create table note (id integer primary key, owner integer, title text, name text, display text,
      score integer, weight double precision, created_at text)`,
    `create table tag (id integer primary key, note integer, name text)`,
    `create index note_score on note (score, id)`,
    `create index tag_note on tag (note)`,
    `insert into usr select n, 'user ' || (n * 7 % 10), case when n % 3 > 0 then 'u' || n % 4 end, n % 3
      from (${numbers(10)}) as s`,
    `insert into note select n, n * 7 % 10 + 1, 'T' || (n * 31 % 23), 'name ' || (n * 17 % 19),
      'shown ' || (n * 5 % 29), nullif(n * 13 % 7, 0), n * 3 % 11 / 8.0, '2026-01-' || (n * 11 % 27 + 10)
      from (${numbers(count)}) as s`,
    `insert into tag select n, n % 400 + 1, 'tag ' || (n % 6) from (${numbers(count)}) as s`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const numbers = (count: number) =>
  `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s`

const notes = (db: AnyDatabase) => db.selectFrom('note')

const withOwner = (db: AnyDatabase) =>
  db.selectFrom('note as n').innerJoin('usr as u', 'u.id', 'n.owner')

const grouped = (db: AnyDatabase) =>
  notes(db)
    .select((eb) => [
      'title',
      eb.fn.countAll().as('total'),
      eb.fn.max('score').as('best'),
      eb.fn.min('id').as('first_id'),
    ])
    .groupBy('title')

export const queryShapes: readonly QueryShape[] = [
  {
    name: 'a table',
    fields: ['id', 'title', 'score', 'note.created_at', 'weight'],
    build: (db) => notes(db).selectAll(),
  },
  {
    name: 'columns by conditions, ordered by others',
    fields: ['score', 'created_at', 'note.name'],
    build: (db) => notes(db).select(['id', 'title']).where('owner', '>', 2),
  },
  {
    name: 'an alias that hides a column',
    fields: ['name', 'score'],
    build: (db) => notes(db).select(['id', 'display as name']),
  },
  {
    name: 'an alias that hides a column, in its order',
    fields: ['name', 'title'],
    build: (db) => notes(db).select(['id', 'display as name']).orderBy('name', 'desc'),
  },
  {
    name: 'aliases that change places',
    fields: ['name', 'title', 'display'],
    build: (db) => notes(db).select(['id', 'title as name', 'name as title']),
  },
  {
    name: 'an alias that hides the key',
    fields: ['title', 'score', 'id'],
    key: 'note.id',
    build: (db) => notes(db).select(['score as id', 'title', 'id as number']),
  },
  {
    name: 'a key by another name',
    fields: ['title', 'score'],
    key: 'number',
    build: (db) => notes(db).select(['id as number', 'score as id', 'title']),
  },
  {
    name: 'an alias of a joined column that hides one of the table',
    fields: ['owner', 'n.owner', 'u.name', 'title'],
    key: 'n.id',
    build: (db) => withOwner(db).select(['n.id', 'n.title', 'u.username as owner']),
  },
  {
    name: 'a key that both tables have, and one is selected',
    fields: ['owner', 'title'],
    key: 'id',
    keyInSql: 'n.id',
    build: (db) => withOwner(db).select(['n.id', 'n.title', 'u.username as owner']),
  },
  {
    name: 'all columns of one of two tables, and one of the other',
    fields: ['who', 'n.name', 'n.score', 'created_at'],
    key: 'n.id',
    build: (db) => withOwner(db).selectAll('n').select('u.username as who'),
  },
  {
    name: 'all columns of two tables, some by one name',
    fields: ['n.name', 'u.name', 'created_at', 'username'],
    key: 'n.id',
    build: (db) => withOwner(db).selectAll(),
  },
  {
    name: 'all columns of two tables, some by one name, with a window',
    fields: ['n.name', 'u.name', 'place'],
    key: 'n.id',
    build: (db) =>
      withOwner(db)
        .selectAll('n')
        .selectAll('u')
        .select(sql`row_number() over (order by n.score, n.id)`.as('place')),
  },
  {
    name: 'what a left join may lack',
    fields: ['tag', 'title', 't.name'],
    key: 'n.id',
    build: (db) =>
      db
        .selectFrom('note as n')
        .leftJoin('tag as t', (join) => join.onRef('t.id', '=', 'n.id').on('t.note', '>', 9))
        .select(['n.id', 'n.title', 't.name as tag']),
  },
  {
    name: 'a join that repeats rows, by the key of the many',
    fields: ['title', 't.name', 'label'],
    key: 't.id',
    build: (db) =>
      db
        .selectFrom('note as n')
        .innerJoin('tag as t', 't.note', 'n.id')
        .select(['t.id', 'n.title', 't.name as label']),
  },
  {
    name: 'a join that repeats rows, by the keys of both tables',
    fields: ['title', 't.name', 'n.id', 'label'],
    key: ['n.id', 't.id'],
    build: (db) =>
      db
        .selectFrom('note as n')
        .innerJoin('tag as t', (join) => join.on('t.note', '<', 4).onRef('t.note', '<=', 'n.id'))
        .where('n.id', '<', 40)
        .select(['n.id', 'n.title', 't.name as label']),
  },
  {
    name: 'groups, by all that they are grouped by',
    fields: ['title', 'total', 'owner'],
    key: ['owner', 'title'],
    build: (db) =>
      notes(db)
        .select((eb) => ['title', 'owner', eb.fn.countAll().as('total')])
        .groupBy(['title', 'owner']),
  },
  {
    name: 'distinct rows, by all their columns',
    fields: ['title', 'owner'],
    key: ['title', 'owner'],
    build: (db) => notes(db).select(['title', 'owner']).distinct(),
  },
  {
    name: 'the first rows of an order, by two columns',
    fields: ['title', 'score'],
    key: ['owner', 'id'],
    keepsItsOrder: true,
    build: (db) =>
      notes(db)
        .select(['id', 'owner', 'title', 'score'])
        .orderBy('weight')
        .orderBy('owner')
        .orderBy('id')
        .limit(70),
  },
  {
    name: 'an expression that hides a column',
    fields: ['title', 'created_at', 'score'],
    build: (db) => notes(db).select(['id', 'score', sql`lower(display)`.as('title')]),
  },
  {
    name: 'all columns, and an expression that hides one of them',
    fields: ['score', 'created_at'],
    build: (db) => notes(db).selectAll().select(sql`lower(title)`.as('title')),
  },
  {
    name: 'an expression with values',
    fields: ['raised', 'score'],
    build: (db) =>
      notes(db)
        .select((eb) => ['id', eb('score', '+', eb.cast(eb.val(7), 'integer')).as('raised')])
        .where('owner', 'in', [1, 2, 3, 4]),
  },
  {
    name: 'a raw condition with or',
    fields: ['score', 'title'],
    build: (db) => notes(db).selectAll().where(sql<boolean>`score = 1 or score > 3`),
  },
  {
    name: 'conditions with or, raw and not',
    fields: ['score', 'title'],
    build: (db) =>
      notes(db)
        .select(['id', 'title as name'])
        .where((eb) => eb.or([eb('score', '=', 2), eb('owner', '=', sql`3 or score = 5`)]))
        .where('id', '>', 3),
  },
  {
    name: 'windows',
    fields: ['rank', 'of_title', 'score', 'created_at'],
    build: (db) =>
      notes(db).select((eb) => [
        'id',
        'score',
        sql`rank() over (order by weight desc)`.as('rank'),
        eb.fn
          .countAll()
          .over((over) => over.partitionBy('title'))
          .as('of_title'),
      ]),
  },
  {
    name: 'groups',
    fields: ['total', 'best', 'title'],
    key: 'title',
    build: grouped,
  },
  {
    name: 'groups by a condition, in their order',
    fields: ['best', 'total'],
    key: 'first_id',
    build: (db) =>
      grouped(db)
        .having((eb) => eb.fn.max('score'), '>', 2)
        .orderBy('total', 'desc'),
  },
  {
    name: 'distinct rows',
    fields: ['owner', 'title'],
    key: 'both',
    build: (db) =>
      notes(db)
        .select(['title', 'owner', sql`title || owner`.as('both')])
        .distinct(),
  },
  {
    name: 'one distinct column',
    fields: ['title'],
    key: 'note.title',
    build: (db) => notes(db).select('title').distinct().orderBy('title', 'desc'),
  },
  {
    name: 'a union',
    fields: ['word', 'score'],
    build: (db) =>
      notes(db)
        .select(['id', 'title as word', 'score'])
        .where('owner', '<', 5)
        .union(notes(db).select(['id', 'title as word', 'score']).where('owner', '>', 3)),
  },
  {
    name: 'a union of all, in its order',
    fields: ['word', 'score'],
    build: (db) =>
      notes(db)
        .select(['id', 'title as word', 'score'])
        .where('owner', '<', 5)
        .unionAll(notes(db).select(['id', 'name as word', 'score']).where('owner', '>=', 5))
        .orderBy('word'),
  },
  {
    name: 'what two queries have in common',
    fields: ['title', 'id'],
    build: (db) =>
      notes(db)
        .select(['id', 'title'])
        .where('owner', '<', 8)
        .intersect(notes(db).select(['id', 'title']).where('score', '>', 1)),
  },
  {
    name: 'a union of numbers and texts',
    only: 'SQLite',
    fields: ['word'],
    build: (db) =>
      notes(db)
        .select(['id', 'score as word'])
        .where('id', '<', 600)
        .unionAll(
          notes(db)
            .select(['id', sql`cast(score as text)`.as('word')])
            .where('id', '>=', 600),
        ),
  },
  {
    name: 'a common table expression',
    fields: ['label', 'score'],
    build: (db) =>
      db
        .with('good', (with_) => with_.selectFrom('note').selectAll().where('score', '>', 1))
        .selectFrom('good')
        .select(['id', 'title as label', 'name as title']),
  },
  {
    name: 'a subquery',
    fields: ['name', 'score'],
    build: (db) =>
      db
        .selectFrom(notes(db).select(['id', 'display as name', 'score']).as('shown'))
        .selectAll()
        .where('score', '>', 1),
  },
  {
    name: 'a column of a subquery for each row',
    fields: ['tags', 'score'],
    build: (db) =>
      notes(db).select((eb) => [
        'id',
        'title',
        eb
          .selectFrom('tag')
          .whereRef('tag.note', '=', 'note.id')
          .select((inner) => inner.fn.countAll().as('n'))
          .as('tags'),
      ]),
  },
  {
    name: 'the first of an order',
    keepsItsOrder: true,
    fields: ['title', 'name'],
    build: (db) =>
      notes(db)
        .select(['id', 'title', 'display as name', 'score'])
        .orderBy('score')
        .orderBy('id')
        .limit(70),
  },
  {
    name: 'the first of an order that is not selected, by an expression',
    keepsItsOrder: true,
    fields: ['title', 'id'],
    build: (db) =>
      notes(db)
        .select(['id', 'title'])
        .where('owner', '>', 1)
        .orderBy(sql`coalesce(score, 3) % 4`, 'desc')
        .orderBy('id')
        .limit(60)
        .offset(3),
  },
  {
    name: 'one row of each kind',
    only: 'PostgreSQL',
    keepsItsOrder: true,
    fields: ['title', 'weight', 'id'],
    build: (db) =>
      notes(db)
        .selectAll()
        .distinctOn('title')
        .orderBy('title')
        .orderBy('score', 'desc')
        .orderBy('id'),
  },
  {
    name: 'rows that are locked',
    only: 'PostgreSQL',
    fields: ['title', 'score'],
    build: (db) => notes(db).select(['id', 'title']).forUpdate(),
  },
  {
    name: 'a table by its schema, on SQLite',
    only: 'SQLite',
    fields: ['name', 'title'],
    build: (db) => db.selectFrom('main.note').select(['id', 'display as name', 'title']),
  },
  {
    name: 'a table by its schema, on PostgreSQL',
    only: 'PostgreSQL',
    fields: ['name', 'title'],
    build: (db) => db.selectFrom('public.note').select(['id', 'display as name', 'title']),
  },
  {
    name: 'a table of a schema for all',
    only: 'PostgreSQL',
    fields: ['name', 'note.title'],
    key: 'note.id',
    build: (db) =>
      db.withSchema('public').selectFrom('note').select(['note.id', 'display as name']),
  },
  {
    name: 'columns in camel case',
    camelCase: true,
    fields: ['createdAt', 'score', 'title'],
    build: (db) => notes(db).selectAll().orderBy('createdAt'),
  },
  {
    name: 'an alias in camel case that hides a column',
    camelCase: true,
    fields: ['createdAt', 'score'],
    build: (db) => notes(db).select(['id', 'display as createdAt']),
  },
  {
    name: 'groups in camel case',
    camelCase: true,
    fields: ['createdAt', 'firstId'],
    key: 'firstId',
    build: (db) =>
      notes(db)
        .select((eb) => ['createdAt', eb.fn.min('id').as('firstId')])
        .groupBy('createdAt'),
  },
  {
    name: 'texts with a collation',
    only: 'SQLite',
    fields: ['word'],
    build: (db) =>
      notes(db)
        .select(['id', sql`iif(id % 2, upper(name), name) collate nocase`.as('word')])
        .distinct(),
  },
]
