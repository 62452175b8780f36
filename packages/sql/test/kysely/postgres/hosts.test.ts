import { openOwnPostgres, ownPostgresMissing } from '@turnpike/test-support/own-postgres.ts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { postgresPlace } from '../../../src/kysely/opening/postgres-url.ts'

describe('the hosts in a URL', () => {
  const read = (url: string) => {
    const place = postgresPlace(url)
    return place && { urls: place.urls.map(({ href }) => href), role: place.role }
  }

  it('a URL with one host asks nothing of it', () => {
    expect(read('postgres://ann@db/notes')).toEqual({
      urls: ['postgres://ann@db/notes'],
      role: 'any',
    })
  })

  it('each of several hosts has the user, the database and the other parameters', () => {
    expect(read('postgres://ann:a%2Cb@one:5433,two,[::1]:5434/notes?lock_timeout=9')).toEqual({
      urls: [
        'postgres://ann:a%2Cb@one:5433/notes?lock_timeout=9',
        'postgres://ann:a%2Cb@two/notes?lock_timeout=9',
        'postgres://ann:a%2Cb@[::1]:5434/notes?lock_timeout=9',
      ],
      role: 'read-write',
    })
  })

  it.each(['any', 'read-write', 'primary'])('a URL may ask for a server that is %s', (role) => {
    const url = `postgres://one,two/notes?target_session_attrs=${role}`
    expect(read(url)).toEqual({ urls: ['postgres://one/notes', 'postgres://two/notes'], role })
  })

  it.each(['standby', 'read-only', 'prefer-standby', 'constructor', ''])(
    'a URL that asks for a server that is "%s" is refused',
    (role) => {
      expect(() => read(`postgres://one,two/notes?target_session_attrs=${role}`)).toThrow(
        `target_session_attrs=${role}. Valid values: any, read-write, primary`,
      )
    },
  )

  it.each([
    'postgres://one,two:x/notes',
    'postgres://one, two/notes',
    'postgres://a:b@c@one,:5/n',
    'postgres://one,/notes',
    'postgres://one,,two/notes',
    'postgres://,one/notes',
  ])('a list of hosts that is wrong is refused: %s', (url) => {
    expect(() => read(url)).toThrow('cannot be parsed')
  })

  it('the URL of another database has no hosts', () => {
    expect(read('sqlite:notes.db')).toBeNull()
    expect(read('mysql://one,two/notes')).toBeNull()
  })
})

describe.skipIf(ownPostgresMissing !== null)('a primary and its standby', () => {
  async function servers() {
    const primary = await openOwnPostgres()
    onTestFinished(() => primary.close())
    const standby = await primary.openStandby()
    onTestFinished(() => standby.close())
    return { primary, standby }
  }

  /** Asks for the port of the server that answers. */
  function portOf(servers: readonly { url: string }[], parameters = '') {
    const hosts = servers.map(({ url }) => new URL(url).host)
    const [{ url } = { url: '' }] = servers
    const { db, close } = openDatabase(url.replace(new URL(url).host, hosts.join()) + parameters)
    onTestFinished(close)
    return async () => {
      const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(
        db,
      )
      return rows[0]?.port
    }
  }
  const port = ({ url }: { url: string }) => new URL(url).port

  it('connections go to the primary, in whatever order the hosts are named', async () => {
    const { primary, standby } = await servers()

    expect(await portOf([primary, standby])()).toBe(port(primary))
    expect(await portOf([standby, primary])()).toBe(port(primary))
    expect(await portOf([standby, primary], '?target_session_attrs=primary')()).toBe(port(primary))
    expect(await portOf([standby, primary], '?target_session_attrs=any')()).toBe(port(standby))
    expect(await portOf([standby])()).toBe(port(standby))
  })

  it('a database without a server that takes writes is unavailable, and the log says why', async () => {
    const { primary, standby } = await servers()
    await primary.stop()

    await expect(portOf([primary, standby])()).rejects.toMatchObject({
      status: 503,
      reason: expect.stringMatching(
        /^None of the servers can be used\. 127\.0\.0\.1:\d+: connect ECONNREFUSED .*; 127\.0\.0\.1:\d+: it is a standby\.$/,
      ),
    })
    await expect(portOf([standby], '?target_session_attrs=primary')()).rejects.toMatchObject({
      reason: 'it is a standby',
    })
  })

  it('a server that is read-only is passed over, unless any primary will do', async () => {
    const { primary, standby } = await servers()
    await standby.promote()
    await primary.set('default_transaction_read_only', 'on')

    const options = '?target_session_attrs=primary'
    await expect.poll(() => portOf([primary, standby])()).toBe(port(standby))
    expect(await portOf([primary, standby], options)()).toBe(port(primary))
  })
})
