import { type EventEmitter, once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import bcrypt from 'bcrypt'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWith, extras } from '../support/extras.ts'
import { writtenPage } from '../support/guide.ts'
import { run } from '../support/run.ts'

const guide = writtenPage('docs/guides/replacing-passport.md')
afterAll(() => guide.remove())

const names = ['express', 'express-session', 'passport', 'passport-jwt', 'passport-local']
const types = names.map((name) => `@types/${name}`)
const packages = [...names, ...types, 'jsonwebtoken', '@types/jsonwebtoken']
for (const name of packages) {
  const link = join(guide.folder, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(extras, name), link)
}

const file = join(guide.folder, 'people.db')
const secret = 'the secret of the tests of the guides'
Object.assign(process.env, {
  PORT: '0',
  DATABASE_FILE: file,
  JWT_SECRET: secret,
  SESSION_SECRET: secret,
  SECRET_KEYS: secret,
})

interface NodeServer extends EventEmitter {
  readonly listening: boolean
  address(): AddressInfo
  closeAllConnections(): void
  close(): void
}

/** A browser that keeps its cookies, from one server to the next. */
class Browser {
  origin = ''
  readonly cookies = new Map<string, string>()

  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        'Content-Type': 'application/json',
        Cookie: [...this.cookies].map((cookie) => cookie.join('=')).join('; '),
        ...headers,
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return { status: response.status, text: await response.text() }
  }

  /** A write with the CSRF token that `/api/login/` gives. */
  async write(path: string, body: object = {}) {
    const { csrf_token: token, csrf_header: header } = JSON.parse(
      (await this.send('GET', '/api/login/')).text,
    )
    return this.send('POST', path, body, { [header]: token })
  }
}

describeWith(
  packages.map((name) => join(extras, name)),
  'the guide that replaces Passport',
  () => {
    const database = new Sqlite(file)
    const servers: NodeServer[] = []
    const hashOf = (email: string) =>
      database.prepare('select password from turnpike_user where email = ?').pluck().get(email)

    async function start(path: string): Promise<string> {
      const { server } = await guide.load<{ server: NodeServer }>(path)
      if (!server.listening) await once(server, 'listening')
      servers.push(server)
      return `http://127.0.0.1:${server.address().port}`
    }
    /** Signed by the library that applications with passport-jwt use. */
    function jwtOf(sub: string, options: object = { expiresIn: '5m' }): string {
      const { sign } = createRequire(join(guide.folder, 'src/passport.ts'))('jsonwebtoken')
      const issuer = 'https://people.example.com/'
      return sign({ sub }, secret, { algorithm: 'HS256', issuer, audience: issuer, ...options })
    }
    const bearer = (jwt: string) => ({ Authorization: `Bearer ${jwt}` })

    const ann = new Browser()
    const during = new Browser()

    beforeAll(async () => {
      database.exec(
        'create table person (id integer primary key, email text not null, password_hash text not null)',
      )
      const add = database.prepare('insert into person values (?, ?, ?)')
      for (const [id, name] of [
        [3, 'ann'],
        [8, 'bob'],
      ] as const) {
        add.run(id, `${name}@example.com`, await bcrypt.hash(`the password of ${name}`, 4))
      }
      ann.origin = await start('src/before.ts')
      const login = { email: 'ann@example.com', password: 'the password of ann' }
      expect((await ann.send('POST', '/login', login)).status).toBe(200)
      during.origin = await start('src/during.ts')
    })
    afterAll(() => {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      database.close()
    })

    it('a browser and a JWT of Passport are known before and during the move', async () => {
      const robot = bearer(jwtOf('8'))
      expect((await ann.send('GET', '/account')).text).toBe('{"email":"ann@example.com"}')
      ann.origin = during.origin
      for (const path of ['/account', '/api/account/']) {
        expect((await ann.send('GET', path)).text).toBe('{"email":"ann@example.com"}')
      }
      for (const path of ['/robot', '/api/account/']) {
        const { text } = await during.send('GET', path, undefined, robot)
        expect(text).toBe('{"email":"bob@example.com"}')
      }
    })

    it('a browser of Passport gets a session of Turnpike, only with a CSRF token, and keeps it', async () => {
      ann.origin = during.origin
      expect((await ann.send('POST', '/api/session/')).status).toBe(403)
      expect((await ann.write('/api/session/')).text).toBe('{"username":"ann@example.com"}')

      // The first sign-in with the password, on another device, makes a new hash of it.
      const phone = new Browser()
      phone.origin = during.origin
      const login = { username: 'ann@example.com', password: 'the password of ann' }
      expect((await phone.write('/api/login/', login)).status).toBe(200)
      expect(hashOf('ann@example.com')).toMatch(/^\$argon2id\$/)
      ann.cookies.delete('connect.sid')
      expect((await ann.send('GET', '/account')).status).toBe(401)
      expect((await ann.send('GET', '/api/account/')).text).toBe('{"email":"ann@example.com"}')
      expect((await ann.write('/api/logout/')).status).toBe(204)
      expect((await ann.send('GET', '/api/account/')).status).toBe(401)
    })

    it('a password of bcrypt is right, at the new login and then at the old one, and hashed again', async () => {
      const bob = new Browser()
      bob.origin = during.origin
      expect(hashOf('bob@example.com')).toMatch(/^\$2b\$04\$/)
      const username = 'bob@example.com'
      expect((await bob.write('/api/login/', { username, password: 'wrong' })).status).toBe(400)
      expect(hashOf(username)).toMatch(/^\$2b\$04\$/)

      const password = 'the password of bob'
      expect((await bob.write('/api/login/', { username, password })).status).toBe(200)
      expect(hashOf(username)).toMatch(/^\$argon2id\$/)
      expect((await bob.send('GET', '/api/account/')).text).toBe('{"email":"bob@example.com"}')
      const old = await during.send('POST', '/login', { email: username, password })
      expect([old.status, during.cookies.has('connect.sid')]).toEqual([200, true])
      const wrong = await during.send('POST', '/login', { email: username, password: 'wrong' })
      expect([wrong.status, wrong.text]).toEqual([401, 'Unauthorized'])
    })

    it('what Passport accepts and Turnpike refuses is what the page says', async () => {
      const nobody = new Browser()
      nobody.origin = during.origin
      expect((await nobody.send('GET', '/robot')).text).toBe('Unauthorized')
      expect(JSON.parse((await nobody.send('GET', '/api/account/')).text)).toEqual({
        detail: 'Authentication credentials were not provided.',
      })
      const forEver = bearer(jwtOf('3', {}))
      expect((await nobody.send('GET', '/robot', undefined, forEver)).status).toBe(200)
      expect((await nobody.send('GET', '/api/account/', undefined, forEver)).status).toBe(401)
      const foreign = bearer(jwtOf('3', { expiresIn: '5m', issuer: 'https://evil.example/' }))
      for (const path of ['/robot', '/api/account/']) {
        expect((await nobody.send('GET', path, undefined, foreign)).status).toBe(401)
      }
    })

    it('an inactive user is refused whether Passport or a JWT names them', async () => {
      const email = 'ann@example.com'
      const browser = new Browser()
      browser.origin = during.origin
      await browser.send('POST', '/login', { email, password: 'the password of ann' })
      expect((await browser.send('GET', '/api/account/')).status).toBe(200)
      database.prepare('update turnpike_user set is_active = 0 where email = ?').run(email)

      expect((await browser.send('GET', '/api/account/')).status).toBe(401)
      const jwt = bearer(jwtOf('3'))
      expect((await browser.send('GET', '/api/account/', undefined, jwt)).status).toBe(401)
    })

    it('all files of the guide that replaces Passport compile', async () => {
      const root = resolve(import.meta.dirname, '../..')
      const config = {
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { noEmit: true, skipLibCheck: true },
        include: ['src'],
      }
      writeFileSync(join(guide.folder, 'tsconfig.json'), JSON.stringify(config))
      expect(await run(guide.folder, [join(root, 'node_modules/typescript/bin/tsc')])).toBe('')
    })
  },
)
