import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { examplesOf, writeExamples } from '@turnpike/test-support/docs-examples.ts'
import { describeWith, extras } from '@turnpike/test-support/extras.ts'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { packages } from './open-telemetry.ts'

const root = resolve(import.meta.dirname, '../../../..')
const path = 'docs/observability.md'
const examples = examplesOf({ path, text: readFileSync(join(root, path), 'utf8') })
const sdk = join(extras, '@opentelemetry/sdk-node/package.json')

describeWith([...packages, sdk], path, () => {
  const folder = mkdtempSync(join(root, 'test/.docs-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(extras, '@opentelemetry'), join(folder, 'node_modules/@opentelemetry'))
  writeExamples(folder, examples)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('the examples of docs/observability.md compile', () => {
    const tsconfig = {
      extends: '../../tsconfig.json',
      compilerOptions: { noUnusedLocals: false },
      include: ['./**/*.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))

    expect(typeErrorsIn(folder)).toBe('')
  })

  it('the service of docs/observability.md prints its spans', async () => {
    const preload = `--import ${join(folder, 'observability/src/instrumentation.ts')}`
    const program = join(root, 'packages/service/src/cli/main.ts')
    const service = join(folder, 'observability/src/service.ts')
    const child = spawn(
      process.execPath,
      ['--conditions=source', program, 'serve', '--migrate', service],
      {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: 'sqlite::memory:',
          PORT: '0',
          NODE_OPTIONS: `${preload} --disable-warning=ExperimentalWarning`,
          OTEL_TRACES_EXPORTER: 'console',
          OTEL_METRICS_EXPORTER: 'none',
          OTEL_LOGS_EXPORTER: 'none',
          OTEL_BSP_SCHEDULE_DELAY: '50',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    onTestFinished(async () => {
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    })
    const names: string[] = []
    let isSent = false
    for await (const line of createInterface(child.stdout)) {
      const url = /"url":"([^"]+)"/.exec(line)?.[1]
      if (url !== undefined && !isSent) {
        isSent = true
        await fetch(`${url}/users/ann/`)
      }
      const name = /^\s+name: '([^']+)'/.exec(line)?.[1]
      if (name !== undefined) names.push(name)
      if (name === 'GET /users/:name/') break
    }

    expect(names).toContain('SELECT turnpike_user')
    expect(names).toContain('handler')
  })
})

function typeErrorsIn(folder: string): string {
  try {
    const compiler = join(root, 'node_modules/.bin/tsc')
    return execFileSync(compiler, ['-p', folder], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    const { stdout, message } = error as Error & { stdout?: string }
    return stdout || message
  }
}
