import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '@turnpike/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceVariables } from '../../packages/service/src/service/variables.ts'
import { createTurnpike } from '../../packages/service/test/cli/turnpike.ts'
import { settingVariables } from '../../packages/turnpike/src/settings/environment.ts'
import { blocksOf } from '../support/docs-examples.ts'
import { describeWith, extras } from '../support/extras.ts'
import { type OwnDatabase, openPostgres, postgresMissing } from '../support/postgres.ts'
import { describeUnless } from '../support/skipped.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/guides/platforms.md'), 'utf8')
const template = join(root, 'packages/create-turnpike/template')
const secret = 'the-secret-of-the-tests-of-the-guides'

/** How a platform deploys, as its file says. */
interface Deployment {
  readonly env: Record<string, string>
  /** The arguments of `turnpike`. */
  readonly release: readonly string[]
  readonly start: readonly string[]
  readonly healthPath: string
  /** Seconds between SIGTERM and the end. */
  readonly stop: number
}

describeWith(
  ['yaml', 'smol-toml'].map((name) => join(extras, name)),
  'the guide to platforms',
  async () => {
    const { parse: parseYaml } = await import(join(extras, 'yaml/dist/index.js'))
    const { parse: parseToml } = await import(join(extras, 'smol-toml/dist/index.js'))
    const block = (language: string, number = 0) => blocksOf(page, language)[number]?.code ?? ''
    const fly = parseToml(block('toml'))
    const railway = JSON.parse(block('json')).deploy
    const [render] = parseYaml(block('yaml')).services
    const command = '["node", "node_modules/@turnpike/service/turnpike.js"]'
    const image = readFileSync(join(template, 'postgresql/Dockerfile'), 'utf8')
    const [, args = ''] = /^CMD (.*)$/m.exec(image) ?? []

    const deployments: Record<string, Deployment> = {
      Fly: {
        env: fly.env,
        release: fly.deploy.release_command.split(' '),
        start: JSON.parse(args),
        healthPath: fly.http_service.checks[0].path,
        stop: Number.parseInt(fly.kill_timeout, 10),
      },
      Railway: {
        env: Object.fromEntries(
          [...page.matchAll(/`([A-Z_]+)=([^`$]+)`/g)]
            .map(([, name = '', value = '']) => [name, value])
            .filter(([name]) => name?.endsWith('_SECONDS') || name === 'THROTTLE_STORE_URL'),
        ),
        release: argumentsOf(railway.preDeployCommand[0]),
        start: JSON.parse(args),
        healthPath: railway.healthcheckPath,
        stop: railway.drainingSeconds,
      },
      Render: {
        env: Object.fromEntries(
          render.envVars
            .filter(({ value }: { value?: string }) => value !== undefined)
            .map(({ key, value }: Record<string, string>) => [key, value]),
        ),
        release: argumentsOf(render.preDeployCommand),
        start: argumentsOf(render.startCommand),
        healthPath: render.healthCheckPath,
        stop: render.maxShutdownDelaySeconds,
      },
    }

    it('the images have the entrypoint to which commands of the guide to platforms are added', () => {
      expect(image).toContain(`ENTRYPOINT ${command}`)
      expect(image).toContain(`PORT=${fly.http_service.internal_port}`)
      const sqlite = readFileSync(join(template, 'sqlite/Dockerfile'), 'utf8')
      expect(sqlite).toContain(`ENTRYPOINT ${command}`)
      expect(sqlite).toContain('CMD ["serve", "--migrate", "./src/service.ts"]')
      const { env, mounts } = parseToml(block('toml', 1))
      expect(sqlite).toContain(`VOLUME ${mounts.destination}`)
      expect(env.DATABASE_URL).toMatch(`sqlite:${mounts.destination}/`)
    })

    describe.each(Object.entries(deployments))('%s', (name, deployment) => {
      const { env, release, start, healthPath, stop } = deployment

      it(`every variable for ${name} is one that the service knows, and it takes their values`, () => {
        const known = [...Object.values(serviceVariables), ...settingVariables].map(
          (one) => one.name,
        )
        const own = Object.keys(env).filter((variable) => variable !== 'NODE_VERSION')
        expect(own.filter((variable) => !known.includes(variable))).toEqual([])
        const config = readConfig({ ...env, SECRET_KEYS: secret })
        expect(config.throttleStoreUrl).toBe('database')
        const { drainDelaySeconds, gracePeriodSeconds } = config
        expect((drainDelaySeconds ?? 0) + gracePeriodSeconds).toBeLessThan(stop)
      })

      describeUnless(postgresMissing, `a release on ${name}`, () => {
        let postgres: OwnDatabase
        beforeAll(async () => {
          postgres = await openPostgres()
        })
        afterAll(() => postgres?.close())

        it(`on ${name} it migrates, is ready, and ends with 0`, async () => {
          const turnpike = createTurnpike()
          symlinkSync(join(root, 'node_modules'), join(turnpike.folder, 'node_modules'))
          mkdirSync(join(turnpike.folder, 'src'))
          writeFileSync(join(turnpike.folder, 'src/service.ts'), service)
          const variables = {
            ...env,
            DATABASE_URL: postgres.url,
            SECRET_KEYS: secret,
            DRAIN_DELAY_SECONDS: '0',
          }

          const early = await turnpike.run([...start, '--port', '0'], '', variables)
          expect([early.code, early.err]).toEqual([1, expect.stringContaining('migrate')])
          const migrated = await turnpike.run(release, '', variables)
          expect([migrated.code, migrated.out]).toEqual([0, expect.stringContaining('0001_note')])
          const server = await turnpike.serve(start.slice(1), variables)
          const { port } = new URL(server.url)
          const health = await fetch(`http://127.0.0.1:${port}${healthPath}`, {
            headers: { Host: 'a-name-of-the-platform' },
          })
          expect([health.status, await health.json()]).toEqual([200, expect.anything()])
          server.kill('SIGTERM')
          expect(await server.ended).toBe(0)
        })
      })
    })
  },
)

/** Of `node node_modules/@turnpike/service/turnpike.js migrate …`: what comes after the program. */
function argumentsOf(line: string): string[] {
  const [node, program, ...args] = line.split(' ')
  expect([node, program]).toEqual(['node', 'node_modules/@turnpike/service/turnpike.js'])
  return args
}

const service = `
  import { sql } from 'kysely'
  export default {
    name: 'notes',
    migrations: {
      '0001_note': { up: (db) => sql\`create table note (id integer primary key)\`.execute(db) },
    },
    app: () => ({ fetch: async () => Response.json({}) }),
  }
`
