import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseOf, djangoTables } from '../../../django/test/adopt/hostile-database.ts'
import { createTurnpike } from './turnpike.ts'

const notes = `${djangoTables('notes.note')}
create table notes_note (id integer not null primary key autoincrement, title varchar(100) not null);
insert into notes_note (title) values ('First');`

describe('turnpike adopt', () => {
  it('adopt writes an application, says where to read on, and leaves the database as it was', async () => {
    const turnpike = createTurnpike()
    const path = databaseOf(notes)
    const before = readFileSync(path)
    const { code, out, err } = await turnpike.run(['adopt', `sqlite:${path}`, '--out', 'notes-api'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('1 model has views')
    expect(out).toContain('Read notes-api/ADOPTED.md next.')
    const folder = join(turnpike.folder, 'notes-api')
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        ...['.gitignore', 'ADOPTED.md', 'README.md', 'package.json', 'src', 'test'],
        'tsconfig.json',
      ].toSorted(),
    )
    expect(readFileSync(path).equals(before)).toBe(true)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (/\.\w+$/.test(file)) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(path)
    }
  })

  it('adopt writes over no file of a folder that is not empty', async () => {
    const turnpike = createTurnpike()
    const folder = join(turnpike.folder, 'taken')
    mkdirSync(folder)
    writeFileSync(join(folder, 'thesis.txt'), 'Years of work')
    const { code, err } = await turnpike.run([
      'adopt',
      `sqlite:${databaseOf(notes)}`,
      '-o',
      'taken',
    ])
    expect([code, err]).toEqual([1, expect.stringContaining('is not empty (thesis.txt)')])
    expect(readdirSync(folder)).toEqual(['thesis.txt'])
  })

  it.each([
    ['a database of nobody', 'sqlite:none.db', 'The database sqlite:none.db does not exist'],
    ['a scheme that it does not know', 'oracle://scott:tiger@db/x', 'is not supported'],
    ['PostgreSQL that does not run', 'postgres://a:tiger@127.0.0.1:1/x', 'does not answer'],
    ['MySQL that does not run', 'mysql://a:tiger@127.0.0.1:1/x', 'does not answer'],
    ['a URL of MySQL without a database', 'mysql://a:tiger@127.0.0.1', 'cannot be parsed'],
  ])('adopt refuses %s, shows no password, and writes nothing', async (_, url, reason) => {
    const turnpike = createTurnpike()
    const { code, err } = await turnpike.run(['adopt', url, '--out', 'notes-api'])
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
    expect(err.split('\n')).toHaveLength(2)
    expect(err).not.toContain('tiger')
    expect(readdirSync(turnpike.folder)).toEqual([])
  })

  it('adopt refuses a database without the tables of Django, and a file that is no database', async () => {
    const turnpike = createTurnpike()
    const other = databaseOf('create table note (id integer primary key)')
    const { code, err } = await turnpike.run(['adopt', `sqlite:${other}`, '--out', 'notes-api'])
    expect([code, err]).toEqual([1, expect.stringContaining('has no table django_migrations')])
    const file = join(turnpike.folder, 'text.db')
    writeFileSync(
      file,
      'This is no database, but a text that is longer than its header is.'.repeat(20),
    )
    const text = await turnpike.run(['adopt', `sqlite:${file}`, '--out', 'notes-api'])
    expect([text.code, text.err]).toEqual([1, expect.stringContaining('cannot be read')])
  })

  it('adopt refuses settings that it cannot read, with the line', async () => {
    const turnpike = createTurnpike()
    const dump = join(turnpike.folder, 'dump.txt')
    writeFileSync(dump, 'USE_TZ = True\nTraceback (most recent call last):\n')
    const url = `sqlite:${databaseOf(notes)}`
    const { code, err } = await turnpike.run(['adopt', url, '-o', 'notes-api', '-s', dump])
    expect([code, err]).toEqual([1, expect.stringContaining('line 2 is not NAME = value')])
    const absent = await turnpike.run(['adopt', url, '-o', 'notes-api', '-s', 'absent.txt'])
    expect([absent.code, absent.err]).toEqual([1, expect.stringContaining('absent.txt')])
    expect(readdirSync(turnpike.folder)).toEqual(['dump.txt'])
  })

  it('the help of adopt has an example', async () => {
    const { code, out } = await createTurnpike().run(['adopt', '--help'])
    expect(code).toBe(0)
    expect(out).toContain('turnpike adopt sqlite:db.sqlite3 --out ../notes-api')
  })
})
