import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { nginxMissing } from '../faults/nginx.ts'
import { type OwnDatabase, openPostgres, postgresMissing } from '../support/postgres.ts'
import { deploy } from './deployment.ts'
import { install } from './installed.ts'
import { pageNames } from './page.ts'
import { newReader, type Reader } from './reader.ts'
import { freePort } from './running.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const place = realpathSync(mkdtempSync(join(tmpdir(), 'tutorial-')))
const folder = join(place, 'helpdesk')
const databases: OwnDatabase[] = []
let reader: Reader
let terminal: Terminal

beforeAll(async () => {
  install(join(place, 'node_modules'))
  const port = await freePort()
  const url = 'postgres://helpdesk:helpdesk@localhost:5432/helpdesk'
  if (postgresMissing === null) databases.push(await openPostgres(), await openPostgres())
  const [forTests = '', own = ''] = databases.map(({ url }) => url)
  const places = new Map([
    [`${url}_test`, forTests],
    [url, own],
  ])
  terminal = openTerminal(place, {})
  reader = newReader({ folder, terminal, port, places: databases.length > 0 ? places : new Map() })
})

afterAll(async () => {
  await reader?.leave()
  terminal?.close()
  for (const database of databases) await database.close()
  rmSync(place, { recursive: true, force: true })
})

/** The last steps, which PostgreSQL is needed for. */
const needPostgres = ['10-postgres.md', '11-deployment.md']

describe('the tutorial, step by step in one folder', () => {
  describe.each(pageNames)('%s', (page) => {
    const isSkipped = postgresMissing !== null && needPostgres.includes(page)

    it.skipIf(isSkipped)(
      `docs/tutorial/${page} does what it says`,
      () => reader.read(page),
      600_000,
    )

    it.skipIf(isSkipped)(
      `the application compiles after docs/tutorial/${page}`,
      async () => {
        expect(
          await terminal.run('node_modules/.bin/tsc --incremental --tsBuildInfoFile ../types'),
        ).toEqual({ printed: '', code: 0 })
      },
      600_000,
    )
  })

  it.skipIf(nginxMissing !== null || postgresMissing !== null)(
    'what docs/tutorial/11-deployment.md deploys serves a customer behind its nginx, by https',
    async () => {
      const { printed: secret } = await terminal.run("sed -n 's/^SECRET_KEYS=//p' .env")
      const { printed: key } = await terminal.run('printf $ANN')
      const deployed = await deploy(folder, databases[1]?.url ?? '', secret.trim())
      onTestFinished(() => deployed.stop())

      const refused = await deployed.ask('/tickets/', {})
      expect(refused.status).toBe(401)
      const allowed = await deployed.ask('/tickets/', { Authorization: `Token ${key}` })
      expect(allowed).toMatchObject({ status: 200, body: { count: 51 } })
      const { next } = allowed.body as { next: string }
      expect(next).toMatch(/^https:\/\/localhost:\d+\/tickets\/\?page=2$/)
    },
    600_000,
  )
})
