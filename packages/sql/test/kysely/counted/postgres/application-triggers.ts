/** A trigger of an application on the table `note`. */
export interface ApplicationTrigger {
  /** `before insert`, with `referencing` if it reads transition tables. */
  readonly event: string
  readonly each: 'row' | 'statement'
  /** PL/pgSQL, before `return new`. */
  readonly body: string
}

/**
 * What triggers of an application do to the table on which they are: they change counted columns
 * of the row and of others, insert and delete further rows, skip the write, and undo their own.
 */
export const applicationTriggers: Readonly<Record<string, ApplicationTrigger>> = {
  'sets a counted column before insert': {
    event: 'before insert',
    each: 'row',
    body: "new.owner := 7; new.created := 'first';",
  },
  'skips rows before insert': {
    event: 'before insert',
    each: 'row',
    body: 'if new.owner = 2 then return null; end if;',
  },
  'deletes other rows before insert': {
    event: 'before insert',
    each: 'row',
    body: 'delete from note where owner = new.owner and id % 3 = 0;',
  },
  'changes other rows before insert': {
    event: 'before insert',
    each: 'row',
    body: 'update note set owner = owner + 1 where owner = new.owner;',
  },
  'sets counted columns and the key before update': {
    event: 'before update',
    each: 'row',
    body: "new.created := 'b'; new.owner := 9; new.id := new.id + 1000;",
  },
  'skips rows before update': {
    event: 'before update',
    each: 'row',
    body: 'if old.owner = 1 then return null; end if;',
  },
  'deletes the row before update': {
    event: 'before update',
    each: 'row',
    body: 'if old.owner = 1 then delete from note where id = old.id; return null; end if;',
  },
  'inserts rows before update': {
    event: 'before update',
    each: 'row',
    body: "insert into note (owner, created) values (new.owner, 'late');",
  },
  'changes rows instead of deleting them': {
    event: 'before delete',
    each: 'row',
    body: "update note set owner = 8, created = 'd' where id = old.id; return null;",
  },
  'inserts rows before delete': {
    event: 'before delete',
    each: 'row',
    body: 'insert into note (owner, created) values (4, old.created);',
  },
  'deletes other rows before delete': {
    event: 'before delete',
    each: 'row',
    body: 'delete from note where owner = old.owner and id > old.id;',
  },
  'changes rows before the statement': {
    event: 'before insert or update or delete',
    each: 'statement',
    body: "update note set owner = owner % 3, created = 's' where id % 5 = 0;",
  },
  'changes the new row after insert': {
    event: 'after insert',
    each: 'row',
    body: "update note set owner = 6, created = 'i' where id = new.id;",
  },
  'deletes the new row after insert': {
    event: 'after insert',
    each: 'row',
    body: 'if new.owner = 0 then delete from note where id = new.id; end if;',
  },
  'inserts rows after insert': {
    event: 'after insert',
    each: 'row',
    body: 'insert into note (owner, created) values (new.owner, new.created), (null, null);',
  },
  'changes the row again after update': {
    event: 'after update',
    each: 'row',
    body: "update note set created = 'late', owner = old.owner where id = new.id;",
  },
  'moves the key after update': {
    event: 'after update',
    each: 'row',
    body: 'if new.owner = 1 then update note set id = -id where id = new.id; end if;',
  },
  'deletes the row after update': {
    event: 'after update',
    each: 'row',
    body: 'if new.owner is null then delete from note where id = new.id; end if;',
  },
  'inserts the row again after delete': {
    event: 'after delete',
    each: 'row',
    body: `insert into note (id, owner, created) values (old.id, 6, old.created)
      on conflict (id) do update set owner = 5;`,
  },
  'deletes other rows after delete': {
    event: 'after delete',
    each: 'row',
    body: 'delete from note where owner = old.owner;',
  },
  'changes and deletes new rows after the statement': {
    event: 'after insert %% referencing new table as added',
    each: 'statement',
    body: `update note n set owner = 3 from added a where n.id = a.id and a.created is null;
      delete from note n using added a where n.id = a.id and a.owner = 1;`,
  },
  'copies changed rows after the statement': {
    event: 'after update %% referencing old table as replaced new table as changed',
    each: 'statement',
    body: `insert into note (owner, created) select owner, created from replaced;
      update note n set created = null from changed c where n.id = c.id;`,
  },
  'keeps deleted rows after the statement': {
    event: 'after delete %% referencing old table as removed',
    each: 'statement',
    body: `insert into note (owner, created) select owner, 'kept' from removed;`,
  },
  'undoes its own writes after insert': {
    event: 'after insert or update',
    each: 'row',
    body: `begin
      update note set owner = 2 where id = new.id;
      insert into note (owner, created) values (1, 'undone');
      raise exception 'undone';
    exception when raise_exception then null; end;`,
  },
  'empties the table after the statement': {
    event: 'after delete',
    each: 'statement',
    body: `if (select count(*) from note) < 5 then
      delete from note; insert into note (owner, created) values (1, 'new'), (2, null); end if;`,
  },
  'fills the table after truncate': {
    event: 'after truncate',
    each: 'statement',
    body: `insert into note (owner, created) select g % 3, 't' || g from generate_series(1, 30) g;`,
  },
}

/**
 * The statements that make a trigger. PostgreSQL fires those of one moment by their names. Its
 * writes fire it again, up to a depth at which each kind has met each other.
 */
export function createTrigger(name: string, { event, each, body }: ApplicationTrigger): string[] {
  const [moment, referencing = ''] = event.split('%%')
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin
      if pg_trigger_depth() <= 3 then ${body} end if;
      ${each === 'row' && moment?.startsWith('before delete') ? 'return old;' : 'return new;'}
    end $$`,
    `create trigger ${name} ${moment} on note ${referencing} for each ${each}
      execute function ${name}()`,
  ]
}
