import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '@turnpike/service'
import { afterAll, describe, expect, it } from 'vitest'
import { serviceVariables } from '../../packages/service/src/service/variables.ts'
import { createTurnpike, type Running } from '../../packages/service/test/cli/turnpike.ts'
import { settingVariables } from '../../packages/turnpike/src/settings/environment.ts'
import { blocksOf } from '../support/docs-examples.ts'
import { describeWith, extras } from '../support/extras.ts'
import { run } from '../support/run.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/guides/kubernetes.md'), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: manifests, which the schemas of Kubernetes check.
type Manifest = any

/** Where the class of each kind is, and how the schemas call it. */
const kinds: Record<string, string> = {
  ConfigMap: 'v1',
  Service: 'v1',
  Job: 'batch/v1',
  Deployment: 'apps/v1',
  Ingress: 'networking.k8s.io/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  PodDisruptionBudget: 'policy/v1',
}
const classOf = async (kind: string) =>
  (await import(join(extras, 'kubernetes-models', kinds[kind] ?? kind, `${kind}.js`)))[kind]

describeWith(
  ['yaml', 'kubernetes-models'].map((name) => join(extras, name)),
  'the guide to Kubernetes',
  async () => {
    const { parse, parseAllDocuments } = await import(join(extras, 'yaml/dist/index.js'))
    const isPrometheus = (code: string) => code.startsWith('# prometheus.yml')
    const files = blocksOf(page, 'yaml').map(({ code }) => code)
    const manifests: Manifest[] = files
      .filter((code) => !isPrometheus(code))
      .flatMap((code) => parseAllDocuments(code))
      .map((document: { toJS(): Manifest }) => document.toJS())
    const one = (kind: string): Manifest => {
      const [found, ...others] = manifests.filter((manifest) => manifest.kind === kind)
      expect([kind, others]).toEqual([kind, []])
      return found
    }
    const environment: Record<string, string> = one('ConfigMap').data
    const pod = one('Deployment').spec.template
    const [container] = pod.spec.containers
    const [migration] = one('Job').spec.template.spec.containers
    const portOf = (name: string): number =>
      container.ports.find((port: Manifest) => port.name === name).containerPort

    it.each(Object.entries(kinds))(
      'the manifest of a %s in the guide to Kubernetes fits its schema',
      async (kind, version) => {
        const manifest = one(kind)
        expect(manifest.apiVersion).toBe(version)
        const Kind = await classOf(kind)
        expect(() => new Kind(manifest).validate()).not.toThrow()
      },
    )

    it('the schemas of Kubernetes refuse a probe without a port, and a port that is no number', async () => {
      const Deployment = await classOf('Deployment')
      const broken = structuredClone(one('Deployment'))
      delete broken.spec.template.spec.containers[0].livenessProbe.httpGet.port
      expect(() => new Deployment(broken).validate()).toThrow(/port/)
      const wrong = structuredClone(one('Deployment'))
      wrong.spec.template.spec.containers[0].ports[0].containerPort = 'http'
      expect(() => new Deployment(wrong).validate()).toThrow(/containerPort/)
    })

    it('the manifests of the guide to Kubernetes have no field that Kubernetes does not know', async () => {
      const folder = join(root, `test/.kubernetes-${process.pid}`)
      afterAll(() => rmSync(folder, { recursive: true, force: true }))
      mkdirSync(join(folder, 'node_modules/@kubernetes-models'), { recursive: true })
      writeFileSync(join(folder, '.gitignore'), '*\n')
      for (const name of ['kubernetes-models', '@kubernetes-models/base']) {
        symlinkSync(join(extras, name), join(folder, 'node_modules', name))
      }
      const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, types: [] }
      const project = {
        compilerOptions: { ...compilerOptions, module: 'nodenext', target: 'esnext' },
        include: ['*.ts'],
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      const compile = (all: readonly Manifest[]) => {
        const literals = all.map((manifest, index) => {
          const { kind } = manifest
          return `import type { I${kind} as Kind${index} } from 'kubernetes-models/${kinds[kind]}/${kind}'
            export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)}`
        })
        writeFileSync(join(folder, 'manifests.ts'), literals.join('\n'))
        const compiler = join(root, 'node_modules/typescript/bin/tsc')
        return run(folder, [compiler]).catch(({ message }: Error) => message)
      }

      expect(await compile(manifests)).toBe('')
      const misspelt = structuredClone(one('Deployment'))
      misspelt.spec.template.spec.terminationGracePeriodSecond = 40
      expect(await compile([misspelt])).toContain('terminationGracePeriodSecond')
    })

    it('every variable of the guide to Kubernetes is one of the service, and it takes their values', () => {
      const known = [...Object.values(serviceVariables), ...settingVariables].map(
        ({ name }) => name,
      )
      const own = Object.keys(environment).filter((name) => name !== 'NODE_OPTIONS')
      expect(own.filter((name) => !known.includes(name))).toEqual([])
      const secret = Object.fromEntries(
        [...page.matchAll(/--from-file=(\w+)/g)].map(([, name = '']) => [name, 'x'.repeat(40)]),
      )
      expect(Object.keys(secret).toSorted()).toEqual(['DATABASE_URL', 'SECRET_KEYS'])

      const DATABASE_URL = 'postgres://notes:secret@db.example.com:5432/notes\n'
      const config = readConfig({ ...environment, ...secret, DATABASE_URL })
      expect(config).toMatchObject({ host: '0.0.0.0', port: portOf('http') })
      expect(config).toMatchObject({ metricsHost: '0.0.0.0', metricsPort: portOf('metrics') })
    })

    it('pods and the migration have the same image, variables and secrets', () => {
      expect(migration.image).toBe(container.image)
      expect(migration.envFrom).toEqual(container.envFrom)
      expect(container.envFrom).toEqual([
        { configMapRef: { name: one('ConfigMap').metadata.name } },
        { secretRef: { name: /secret generic (\S+)/.exec(page)?.[1] } },
      ])
      const release = container.image.split(':').at(-1).replaceAll('.', '-')
      expect(one('Job').metadata.name).toBe(`notes-migrate-${release}`)
      expect(page).toContain(`job/${one('Job').metadata.name}`)
    })

    it('services, policies and autoscalers of the guide to Kubernetes select its pods and ports', () => {
      const { labels } = pod.metadata
      const selected = [
        one('Deployment').spec.selector.matchLabels,
        one('Service').spec.selector,
        one('NetworkPolicy').spec.podSelector.matchLabels,
        one('PodDisruptionBudget').spec.selector.matchLabels,
        pod.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
      ]
      for (const selector of selected) expect(selector).toEqual(labels)
      // Otherwise the Service would send requests to it.
      expect(one('Job').spec.template.metadata.labels.app).not.toBe(labels.app)
      const { apiVersion, kind, metadata } = one('Deployment')
      const { scaleTargetRef } = one('HorizontalPodAutoscaler').spec
      expect(scaleTargetRef).toEqual({ apiVersion, kind, name: metadata.name })

      const [servicePort, ...others] = one('Service').spec.ports
      expect([servicePort.targetPort, others]).toEqual(['http', []])
      const [rule] = one('Ingress').spec.rules
      expect(rule.http.paths[0].backend.service).toEqual({
        name: one('Service').metadata.name,
        port: { name: servicePort.name },
      })
      expect(rule.host).toBe(environment.ALLOWED_HOSTS)
      const admitted = one('NetworkPolicy').spec.ingress.map(({ ports }: Manifest) => ports[0].port)
      expect(admitted).toEqual(['http', 'metrics'])
      expect(JSON.stringify(parse(files.find(isPrometheus)))).toContain(`"${labels.app};metrics"`)
    })

    it('a pod of the guide to Kubernetes has the time that the service takes to stop', () => {
      const { drainDelaySeconds, gracePeriodSeconds } = readConfig(environment)
      const drain = drainDelaySeconds ?? 0
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + gracePeriodSeconds)
      const { periodSeconds, failureThreshold, timeoutSeconds } = container.readinessProbe
      expect(drain).toBeGreaterThan(periodSeconds * failureThreshold)
      // The service gives the database two seconds.
      expect(timeoutSeconds).toBeGreaterThan(2)
      expect(page).toContain(`| ${drain}, \`DRAIN_DELAY_SECONDS\` |`)
      expect(page).toContain(`| ${drain + gracePeriodSeconds}, after \`GRACE_PERIOD_SECONDS\` |`)
      expect(page).toContain(`| ${pod.spec.terminationGracePeriodSeconds}, \`terminationGrace`)
    })

    it('all pods of the guide to Kubernetes have fewer connections than PostgreSQL by default', () => {
      const { maxReplicas } = one('HorizontalPodAutoscaler').spec
      const { maxSurge } = one('Deployment').spec.strategy.rollingUpdate
      const { databasePoolSize } = readConfig(environment)
      // One more for the migration.
      const connections = (maxReplicas + maxSurge + 1) * databasePoolSize
      expect(page).toContain(`use ${connections} connections at most`)
      expect(connections).toBeLessThan(100)
    })

    describe('its processes', () => {
      const service = `
        import { sql } from 'kysely'
        const note = { up: (db) => sql\`create table note (id integer primary key)\`.execute(db) }
        const later = { up: (db) => sql\`alter table note add column title text\`.execute(db) }
        export default {
          name: 'notes',
          migrations: { '0001_note': note, LATER },
          app: () => ({
            async fetch() {
              await new Promise((resolve) => setTimeout(resolve, 300))
              return Response.json({})
            },
          }),
        }`
      const env = {
        ...environment,
        // Of this machine: free ports, SQLite, and no 15 seconds of waiting.
        METRICS_PORT: '0',
        DRAIN_DELAY_SECONDS: '1',
      }

      function place() {
        const turnpike = createTurnpike()
        symlinkSync(join(root, 'node_modules'), join(turnpike.folder, 'node_modules'))
        mkdirSync(join(turnpike.folder, 'src'))
        const write = (later: string) =>
          writeFileSync(join(turnpike.folder, container.args[1]), service.replace('LATER', later))
        write('')
        const [command, ...args] = container.args
        expect(command).toBe('serve')
        return { ...turnpike, write, serve: () => turnpike.serve(args, env) }
      }
      const asks = async (probe: Manifest, { url }: Running) => {
        // The kubelet names the address of the pod.
        const { port } = new URL(url)
        const answer = await fetch(`http://127.0.0.1:${port}${probe.httpGet.path}`)
        await answer.arrayBuffer()
        return answer.status
      }

      it('a pod of the guide to Kubernetes migrates, is ready, drains and ends with 0', async () => {
        const { run: command, serve } = place()
        const migrated = await command(migration.args, '', env)
        expect([migrated.code, migrated.out]).toEqual([0, expect.stringContaining('0001_note')])
        expect((await command(migration.args, '', env)).code).toBe(0)

        const server = await serve()
        for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
          expect([probe, await asks(container[probe], server)]).toEqual([probe, 200])
        }
        const headers = { Host: environment.ALLOWED_HOSTS ?? '' }
        server.kill('SIGTERM')
        await expect.poll(() => asks(container.readinessProbe, server)).toBe(503)
        expect(await asks(container.livenessProbe, server)).toBe(200)
        // Still sent to the pod by those who do not know yet.
        expect((await fetch(server.url, { headers })).status).toBe(200)
        await wait(200)
        const late = fetch(server.url, { headers })
        expect((await late).status).toBe(200)
        expect(await server.ended).toBe(0)
      })

      it('an old pod that restarts after a later migration says so, and a running one serves', async () => {
        const { run: command, serve, write } = place()
        await command(migration.args, '', env)
        const old = await serve()
        write(`'0002_title': later`)
        expect((await command(migration.args, '', env)).out).toContain('0002_title')
        write('')

        expect(await asks(container.readinessProbe, old)).toBe(200)
        const restarted = await command(['serve', container.args[1], '--port', '0'], '', env)
        expect(restarted.code).toBe(1)
        expect(restarted.err).toMatch(
          /1 migration \(0002_title\) that this version .* does not know/,
        )
      })
    })
  },
)

describe('the page about Kubernetes', () => {
  it('every manifest of the guide to Kubernetes is applied, and before what needs it', () => {
    const files = blocksOf(page, 'yaml').map(({ code }) => code.split('\n')[0]?.slice(2))
    const [release = ''] = blocksOf(page, 'sh')
      .map(({ code }) => code)
      .filter((code) => code.includes('rollout status'))
    const applied = [...release.matchAll(/-f (\S+)/g)].map(([, file]) => file)
    expect(applied.toSorted()).toEqual(files.filter((file) => file !== 'prometheus.yml').toSorted())
    expect(applied.indexOf('migrate.yaml')).toBeLessThan(applied.indexOf('deployment.yaml'))
    expect(applied.indexOf('config.yaml')).toBeLessThan(applied.indexOf('migrate.yaml'))
  })
})
