import { type AnyDatabase, isSqlite } from '@turnpike/sql'
import { CompiledQuery, type Kysely } from 'kysely'

/** Creates the tables of the schemas beside this file, as a migration of the application would. */
export async function createPrismaTables(db: AnyDatabase): Promise<void> {
  for (const statement of isSqlite(db) ? onSqlite : onPostgres) await execute(db, statement)
}

// biome-ignore lint/suspicious/noExplicitAny: any tables.
const execute = (db: Kysely<any>, statement: string) =>
  db.executeQuery(CompiledQuery.raw(statement))

const onSqlite: readonly string[] = [
  `create table people (
    id integer primary key autoincrement, name text not null unique, email_address text)`,
  `create table tickets (
    id integer primary key autoincrement, title text not null,
    owner_id integer references people (id) on delete restrict,
    created datetime not null default current_timestamp, closed datetime,
    number bigint not null default 0, price decimal, kind text,
    done boolean not null default false, rank integer, weight real, details jsonb, contents blob,
    unique (owner_id, title))`,
  `create table labels (id integer primary key autoincrement, name text not null unique)`,
  `create table "_LabelToTicket" (
    "A" integer not null references labels (id) on delete cascade,
    "B" integer not null references tickets (id) on delete cascade,
    unique ("A", "B"))`,
  `create table memberships (
    team text not null, person_id integer not null references people (id) on delete cascade,
    role text not null default 'member', since datetime not null default current_timestamp,
    primary key (team, person_id))`,
  `create table samples (
    id integer primary key autoincrement, text text, whole integer, great bigint, real real,
    exact decimal, flag boolean, moment datetime, day datetime, data jsonb, bytes blob, kind text,
    key text)`,
]

const onPostgres: readonly string[] = [
  `create type "Kind" as enum ('question', 'bug')`,
  `create table people (id serial primary key, name text not null unique, email_address text)`,
  `create table tickets (
    id serial primary key, title text not null,
    owner_id integer references people (id) on delete restrict,
    created timestamptz(6) not null default current_timestamp, closed timestamptz(6),
    number bigint not null default 0, price decimal(12, 2), kind "Kind",
    done boolean not null default false, rank integer, weight double precision, details jsonb,
    contents bytea, unique (owner_id, title))`,
  `create table labels (id serial primary key, name text not null unique)`,
  `create table "_LabelToTicket" (
    "A" integer not null references labels (id) on delete cascade,
    "B" integer not null references tickets (id) on delete cascade,
    primary key ("A", "B"))`,
  `create table memberships (
    team text not null, person_id integer not null references people (id) on delete cascade,
    role text not null default 'member', since timestamptz(6) not null default current_timestamp,
    primary key (team, person_id))`,
  `create table samples (
    id serial primary key, text text, whole integer, great bigint, real double precision,
    exact decimal(20, 4), flag boolean, moment timestamptz(6), day date, data jsonb, bytes bytea,
    kind "Kind", key uuid, words text[] not null default '{}')`,
]
