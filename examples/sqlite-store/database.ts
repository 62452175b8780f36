import { DatabaseSync } from 'node:sqlite'

/** The tables of the stores. Times are ISO 8601 texts in UTC, so they are ordered as texts. */
const tables = `
  create table if not exists account (
    id integer primary key autoincrement,
    username text not null unique,
    email text not null,
    password text,
    stamp integer not null default 1, -- counts passwords and deactivations
    is_active boolean not null,
    is_staff boolean not null,
    created text not null
  );
  create view if not exists listed_account as
    select id as pk, username, email, is_active as isActive, is_staff as isStaff, created,
      password is not null as hasPassword
    from account;

  create table if not exists token (
    user_id integer primary key references account on delete cascade,
    digest text not null unique,
    sealed text not null,
    created text not null,
    last_used text
  );

  create table if not exists session (
    digest text primary key,
    user_id integer not null references account on delete cascade,
    stamp integer not null,
    created text not null,
    expires text not null,
    idle_seconds integer,
    last_used text not null
  );
  create index if not exists session_user on session (user_id);
  create index if not exists session_expires on session (expires);

  create table if not exists counted_request (key text not null, at real not null, ends real not null);
  create index if not exists counted_request_key on counted_request (key, at);
  create index if not exists counted_request_ends on counted_request (ends);

  create table if not exists counted_period
    (key text primary key, start real not null, ends real not null, used integer not null);
  create index if not exists counted_period_ends on counted_period (ends);

  create table if not exists used_id (digest text primary key, ends real not null);
  create index if not exists used_id_ends on used_id (ends);
`

/**
 * A database with the tables of the stores.
 *
 * @param path a file, which several processes may share, or `:memory:`.
 */
export function openDatabase(path: string): DatabaseSync {
  // A process waits for its turn to write, up to so many milliseconds.
  const database = new DatabaseSync(path, { timeout: 5000 })
  database.exec('pragma journal_mode = wal')
  database.exec(tables)
  return database
}
