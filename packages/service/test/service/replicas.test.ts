import { openDatabase } from '@turnpike/sql/node'
import {
  type OwnPostgres,
  openOwnPostgres,
  ownPostgresMissing,
} from '@turnpike/test-support/own-postgres.ts'
import { sql } from 'kysely'
import { ApiResponse, ConfigurationError, createApi, routes } from 'turnpike'
import type { Telemetry } from 'turnpike/kit'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/service/config.ts'
import { openReplicas } from '../../src/service/database/replicas.ts'
import { defineService } from '../../src/service/define-service.ts'
import { createLogger } from '../../src/service/logging/logger.ts'
import { redisConnections } from '../../src/service/stores/redis-connections.ts'
import { startService } from './test-service.ts'

/** The replicas with these URLs. */
async function open(url: string, replicaUrls: string) {
  const config = readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URLS: replicaUrls })
  const logger = createLogger('silent')
  const primary = openDatabase(url)
  onTestFinished(primary.close)
  const connections = redisConnections('notes', config, logger)
  const opened = await openReplicas(config, primary.db, connections, logger)
  onTestFinished(async () => opened?.close())
  return opened
}

describe.skipIf(ownPostgresMissing !== null)('a service with a replica', () => {
  let servers: { primary: OwnPostgres; standby: OwnPostgres }

  beforeAll(async () => {
    const primary = await openOwnPostgres()
    servers = { primary, standby: await primary.openStandby() }
    const { migrate, close } = openDatabase(primary.url)
    await migrate()
    await close()
  })

  afterAll(async () => {
    await servers?.standby.close()
    await servers?.primary.close()
  })

  it.each(['', '?application_name=notes'])(
    'a replica of several hosts is used, although it takes no writes: %s',
    async (search) => {
      const { primary, standby } = servers
      const several = standby.url.replace('@', '@127.0.0.1:1,') + search
      const opened = await open(primary.url, several)
      await expect.poll(() => opened?.replicated.states[0]?.fault).toBeNull()
    },
  )

  it('the telemetry of a service follows the statements on its replicas', async () => {
    const { primary, standby } = servers
    const followed: string[] = []
    const telemetry: Telemetry = {
      around: (app) => app,
      statement({ sql }, run) {
        followed.push(sql)
        return run()
      },
    }
    const { request } = await startService(
      defineService({
        name: 'ports',
        telemetry: [telemetry],
        app({ db, settings }) {
          const api = createApi(settings)
          const view = api.view({
            async get() {
              const { rows } = await sql`select inet_server_port() as port`.execute(db)
              return new ApiResponse(rows[0])
            },
          })
          return routes(api, { '/port/': view })
        },
      }),
      { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: standby.url },
    )
    const portOf = async () => {
      followed.length = 0
      return (await request('/port/')).json()
    }
    await expect.poll(portOf).toEqual({ port: Number(new URL(standby.url).port) })
    expect(followed).toContain('select inet_server_port() as port')
  })
})

describe('DATABASE_REPLICA_URLS', () => {
  it.each([
    ['postgres://ann:secret@/', 'cannot be parsed'],
    ['postgres://ann:se/cret@db2/notes', 'cannot be parsed'],
    [
      'postgres://ann:secret@db2/notes?target_session_attrs=standby',
      'target_session_attrs=standby',
    ],
  ])('the URL of a replica is refused as that of the primary is: %s', async (url, message) => {
    const opening = open('postgres://127.0.0.1:1/none', url)
    await expect(opening).rejects.toThrow(ConfigurationError)
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.not.toThrow('secret')
  })
})
