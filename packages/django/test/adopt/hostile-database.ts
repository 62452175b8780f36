import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { onTestFinished } from 'vitest'

/** A SQLite database of this SQL in a file of its own. */
export function databaseOf(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-adopt-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'db.sqlite3')
  const database = new Sqlite(path)
  database.exec(sql)
  database.close()
  return path
}

/** What says which users may do what. */
export const permissionTables = `
create table auth_permission (
  id integer not null primary key autoincrement, content_type_id integer not null references django_content_type (id),
  codename varchar(100) not null, name varchar(255) not null);
create table auth_group (id integer not null primary key autoincrement, name varchar(150) not null unique);
create table auth_group_permissions (
  id integer not null primary key autoincrement, group_id integer not null references auth_group (id),
  permission_id integer not null references auth_permission (id));
create table auth_user_groups (
  id integer not null primary key autoincrement, user_id integer not null references auth_user (id),
  group_id integer not null references auth_group (id));
create table auth_user_user_permissions (
  id integer not null primary key autoincrement, user_id integer not null references auth_user (id),
  permission_id integer not null references auth_permission (id));`

/** The tables that every Django database has, with these models. */
export const djangoTables = (...models: readonly string[]): string => `
create table django_migrations (
  id integer not null primary key autoincrement, app varchar(255) not null, name varchar(255) not null,
  applied datetime not null);
create table django_content_type (
  id integer not null primary key autoincrement, app_label varchar(100) not null, model varchar(100) not null);
create table django_session (
  session_key varchar(40) not null primary key, session_data text not null, expire_date datetime not null);
create table auth_user (
  id integer not null primary key autoincrement, password varchar(128) not null, last_login datetime null,
  is_superuser bool not null, username varchar(150) not null unique, last_name varchar(150) not null,
  email varchar(254) not null, is_staff bool not null, is_active bool not null, date_joined datetime not null,
  first_name varchar(150) not null);
create table authtoken_token (
  key varchar(40) not null primary key, created datetime not null,
  user_id integer not null unique references auth_user (id) deferrable initially deferred);
${permissionTables}
${models
  .map((model) => {
    const [app, name] = model.split('.')
    return `insert into django_content_type (app_label, model) values ('${app}', '${name}');`
  })
  .join('\n')}
`

/** Models that no sensible project has, but a database may. */
export const hostileModels = [
  ...[
    'shop.class',
    'shop.order',
    'blog.order',
    'shop.item',
    'shop.größe',
    'shop.plain',
    'shop.evil',
  ],
  ...['shop.gone', 'shop.kysely', 'shop.ticket', '2fa.device', 'shop.pair', 'shop.child'],
  ...['tables.row', 'shop.naïve', 'shop.naive', 'shop.custom'],
]

/** Names that are words of JavaScript, code, or nothing at all; keys of all kinds. */
export const hostileTables = `
create table shop_class (
  id integer not null primary key autoincrement, "class" varchar(20) not null, "user-id" integer not null,
  "select" text null, "new" bool not null, "default" integer not null default 7, "api_key" varchar(40) null,
  "__proto__" text null, "constructor" text null, "größe" integer null, "2nd" integer null);
create table shop_order (
  id integer not null primary key autoincrement,
  title varchar(10) not null default '''; process.exit(7); //', "a""b" text null, "tick\`s" text null,
  "it's" text null, "line
break" text null, "\${process.exit(7)}" text null, "*/ process.exit(7) /*" text null);
create table blog_order (id integer not null primary key autoincrement, title varchar(10) not null);
create table shop_item (
  sku varchar(20) not null primary key, "order" integer not null,
  "order_id" integer null references shop_order (id) deferrable initially deferred);
create table "shop_größe" (
  uid char(32) not null primary key, price decimal not null, wait bigint not null,
  "weird" "geometry'; process.exit(7)
*/" null, raw blob not null);
create table shop_plain (id integer not null primary key autoincrement);
create table shop_evil (
  id integer not null primary key autoincrement, n integer unsigned not null check ("n" >= 0),
  m integer not null, constraint "x'; --" check (m < 5 and '\`) <script>' <> '
# heading'), unique (n, m));
create table shop_kysely (
  id integer not null primary key autoincrement, owner_id integer not null references auth_user (id),
  data text not null check ((JSON_VALID("data") OR "data" IS NULL)));
create table shop_ticket (
  key char(32) not null primary key, at datetime not null, day date null, t time null, f real null);
create table "2fa_device" (id integer not null primary key autoincrement, name text not null);
create table shop_pair (
  a_id integer not null references shop_order (id), b varchar(10) not null, n integer null,
  primary key (a_id, b));
create table shop_child (
  order_ptr_id integer not null primary key references shop_order (id), extra text not null);
create table tables_row (id integer not null primary key autoincrement, big bigint not null);
create table "shop_naïve" (id integer primary key, name text not null);
create table shop_naive (id integer primary key, name text not null);
create table CustomTable (ID integer primary key, Name text not null);
create table custom (id integer primary key, name text not null);
create table shop_nokey (a text);
create table shop_class_items (
  id integer not null primary key autoincrement, class_id integer not null references shop_class (id),
  item_id varchar(20) not null references shop_item (sku), unique (class_id, item_id));
create table knox_authtoken (digest varchar(128) not null primary key, token_key varchar(8) not null);
create view shop_view as select 1 as id;
`
