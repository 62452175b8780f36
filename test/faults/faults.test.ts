import { describe, expect, it } from 'vitest'
import { ownPostgresMissing } from '../support/own-postgres.ts'
import { postgresMissing } from '../support/postgres.ts'
import { burst } from './burst.ts'
import { lastTag } from './earlier-version.ts'
import { hostile } from './hostile.ts'
import { killedGroups } from './killed-groups.ts'
import { nginxMissing } from './nginx.ts'
import { failOver } from './postgres-failover.ts'
import { restartPostgres } from './postgres-restart.ts'
import { lostAnswer, parallelRepeats } from './repeats.ts'
import { readReplicas } from './replicas.ts'
import { broken } from './report.ts'
import { rollingRelease } from './rolling-release.ts'
import { restartBehindNginx } from './rolling-restart.ts'
import { sigkill } from './sigkill.ts'

const tag = await lastTag()

/** The quick forms of the scripts in this folder, on SQLite. */
describe('the service', () => {
  it('withstands hostile requests: no failure of its own, no hanging connection', async () => {
    expect(broken(await hostile('sqlite', { count: 400 }))).toEqual([])
  })

  it('keeps what it has acknowledged when it is killed, once', async () => {
    expect(broken(await sigkill('sqlite', { rounds: 3 }))).toEqual([])
  })

  it('keeps what a group of writes has acknowledged when it is killed, whole and in order', async () => {
    expect(broken(await killedGroups({ rounds: 3 }))).toEqual([])
  })

  it('lets exactly the limit of a burst through over four processes', async () => {
    expect(broken(await burst('sqlite', 'database'))).toEqual([])
  })

  describe.each(['sqlite', 'postgres'] as const)('with idempotency keys on %s', (kind) => {
    const isMissing = kind === 'postgres' && postgresMissing !== null

    it.skipIf(isMissing)('carries parallel repeats in two processes out once', async () => {
      expect(broken(await parallelRepeats(kind, 200))).toEqual([])
    })

    it.skipIf(isMissing)('sends an answer again that was lost with the process', async () => {
      expect(broken(await lostAnswer(kind))).toEqual([])
    })
  })

  it.skipIf(ownPostgresMissing !== null)(
    'answers 503 while PostgreSQL restarts, and goes on when it is back',
    async () => {
      expect(broken(await restartPostgres(2))).toEqual([])
    },
  )

  it.skipIf(ownPostgresMissing !== null)(
    'goes on with a standby that is promoted, and loses nothing that both servers had',
    async () => {
      expect(broken(await failOver(true))).toEqual([])
    },
  )

  it.skipIf(ownPostgresMissing !== null)(
    'shows clients what they wrote while replicas are late, killed and promoted',
    async () => {
      const options = { reads: 15_000, positions: 'memory', processes: 1 } as const
      expect(broken(await readReplicas(options))).toEqual([])
    },
  )

  // Nothing is released before the first tag.
  if (tag !== null) {
    it.skipIf(nginxMissing !== null)(
      'loses no request when it replaces the version that was released last',
      async () => {
        expect(broken(await rollingRelease('sqlite', tag))).toEqual([])
      },
    )
  }

  it.skipIf(nginxMissing !== null)(
    'loses no request when its processes are restarted behind nginx',
    async () => {
      expect(broken(await restartBehindNginx('sqlite', 1))).toEqual([])
    },
  )
})
