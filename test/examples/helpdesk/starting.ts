import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgres, postgresMissing } from '../../support/postgres.ts'
import { secrets } from '../../support/secrets.ts'
import { startHelpDesk } from './start.ts'

const key = { 'X-Api-Key': 'demo-key' }

/** The example as its one command starts it. */
export function startingCases(
  example: string,
  folderFor: (database: 'sqlite' | 'postgres') => Promise<string>,
): void {
  it('the hand-written files of a help desk have less than 450 lines', () => {
    const files = readdirSync(example).filter((name) => /\.(ts|prisma)$/.test(name))
    const lines = files.flatMap((name) => readFileSync(join(example, name), 'utf8').split('\n'))
    expect(files).toContain('service.ts')
    expect(lines.length - files.length).toBeLessThan(450)
  })

  it('a help desk starts twice over one database, and serves what it prints', async () => {
    const main = join(await folderFor('sqlite'), 'main.ts')
    const folder = { DATABASE_URL: `sqlite:${join(await folderFor('sqlite'), 'twice.db')}` }
    const first = await startHelpDesk(main, folder)
    const added = await first.post('tickets/', key, { subject: 'Hot', body: 'On floor 4.' })
    expect(added.status).toBe(201)
    expect(await first.stop()).toBe(0)

    const second = await startHelpDesk(main, folder)
    const headers = { Authorization: `Basic ${btoa('root:root-password')}` }
    const found = await second.get('tickets/?status=open', headers)
    const { results } = (await found.json()) as { results: { subject: string }[] }
    expect(results.map(({ subject }) => subject)).toEqual(['The printer is jammed', 'Hot'])
    expect(await second.stop()).toBe(0)
  })

  it.skipIf(postgresMissing)(
    'two workers of a help desk share PostgreSQL',
    async () => {
      const { url, close } = await openPostgres()
      onTestFinished(close)
      const main = join(await folderFor('postgres'), 'main.ts')
      const [SECRET_KEYS = ''] = secrets
      const desk = await startHelpDesk(main, {
        DATABASE_URL: url,
        SECRET_KEYS,
        WORKERS: '2',
        THROTTLE_STORE_URL: 'database',
      })
      const statuses: number[] = []
      for (let number = 0; number < 12; number += 1) {
        // Each on a connection of its own, so that both workers answer.
        const headers = { ...key, Connection: 'close' }
        const { status } = await desk.post('tickets/', headers, { subject: 'Hot', body: 'Here.' })
        statuses.push(status)
      }
      expect(statuses).toEqual([...Array(10).fill(201), 429, 429])
      expect(await desk.stop()).toBe(0)
    },
    600_000,
  )
}
