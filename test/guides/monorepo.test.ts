import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { builtPackages } from '../support/built-packages.ts'
import { blocksOf } from '../support/docs-examples.ts'
import { describeWith, extras } from '../support/extras.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/guides/monorepo.md'), 'utf8')
const pnpm = join(extras, 'pnpm/bin/pnpm.mjs')

describeWith([pnpm], 'the guide to monorepos', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-monorepo-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }

  beforeAll(async () => {
    for (const { code } of ['ts', 'typescript'].flatMap((name) => blocksOf(page, name)))
      write(/^\/\/ (\S+)/.exec(code)?.[1] ?? '', code)
    const [workspace] = blocksOf(page, 'yaml')
    write('pnpm-workspace.yaml', `${workspace?.code}\n${overrides()}`)
    const manifests = blocksOf(page, 'json').map(({ code }) => code)
    for (const [index, name] of ['api', 'web'].entries()) {
      write(`packages/${name}/package.json`, manifests[index] ?? '')
    }
    const tsconfig = readFileSync(
      join(root, 'packages/create-turnpike/template/base/tsconfig.json'),
      'utf8',
    ).replace('["src", "test"]', '["src"]')
    write('packages/api/tsconfig.json', tsconfig)
    write(
      'packages/web/tsconfig.json',
      tsconfig
        .replace('"types": ["node"]', '"types": []')
        .replace('"lib": ["es2024",', '"lib": ["es2024", "dom",'),
    )
    write('package.json', '{ "private": true }')
    await run(process.execPath, pnpm, 'install', '--offline', '--ignore-scripts')
  })

  /** The libraries of the project in place of the registry, which tests do not ask. */
  function overrides(): string {
    const built = builtPackages().modules
    const scoped = (modules: string) =>
      readdirSync(modules)
        .filter((name) => !name.startsWith('.'))
        .flatMap((name) =>
          name.startsWith('@')
            ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`)
            : [name],
        )
    const ours = scoped(built).map((name) => [name, join(built, name)])
    const theirs = scoped(join(root, 'node_modules'))
      .filter((name) => name !== 'turnpike' && !name.startsWith('@turnpike/'))
      .map((name) => [name, join(root, 'node_modules', name)])
    const lines = [...ours, ...theirs].map(([name, path]) => `  "${name}": "file:${path}"`)
    return ['overrides:', ...lines, ''].join('\n')
  }

  const run = (program: string, ...args: readonly string[]) =>
    promisify(execFile)(program, args, { cwd: folder }).catch((error) => {
      throw new Error(`${error.message}\n${error.stdout}`, { cause: error })
    })
  const types = () => run(process.execPath, pnpm, '-r', 'types')

  it('both packages of the workspace compile, and a wrong field is an error in the client', async () => {
    await types()
    const file = 'packages/web/src/notes.ts'
    const text = readFileSync(join(folder, file), 'utf8')
    for (const wrong of [
      text.replace('note.title', 'note.name'),
      text.replace('list({ label })', 'list({ colour: label })'),
    ]) {
      write(file, wrong)
      await expect(types()).rejects.toThrow(/error TS/)
    }
    write(file, text)
  })

  it('a field that the service renames is an error in the client', async () => {
    const file = 'packages/api/src/service.ts'
    const text = readFileSync(join(folder, file), 'utf8')
    write(file, text.replaceAll('title:', 'heading:'))
    await expect(types()).rejects.toThrow(/src\/notes\.ts.*error TS2339: Property 'title'/)
    write(file, text)
  })

  it('the client reads notes of the service, and loads nothing of it', async () => {
    const url = await started()
    write(
      'packages/web/use.ts',
      `import { titles } from './src/notes.ts'
       console.log(await titles(${JSON.stringify(url)}, 'home'))`,
    )
    // Were it needed at run time, it would not be found.
    rmSync(join(folder, 'packages/web/node_modules/@notes'), { recursive: true })
    const { stdout } = await run(process.execPath, join(folder, 'packages/web/use.ts'))
    expect(stdout).toContain("[ 'Buy tea' ]")
  })

  /** Starts the service as `pnpm start` does. @returns where it listens. */
  function started(): Promise<string> {
    const cwd = join(folder, 'packages/api')
    const program = join(cwd, 'node_modules/@turnpike/service/turnpike.js')
    const args = ['serve', '--migrate', '--port', '0', './src/service.ts']
    const env = { PATH: process.env.PATH, DATABASE_URL: 'sqlite::memory:' }
    const child = spawn(process.execPath, [program, ...args], { cwd, env })
    onTestFinished(() => void child.kill('SIGKILL'))
    let log = ''
    return new Promise((found, reject) => {
      const read = (chunk: string) => {
        log += chunk
        const [url] = /http:\/\/[\d.:]+/.exec(log) ?? []
        if (url !== undefined) found(url)
      }
      child.stdout.setEncoding('utf8').on('data', read)
      child.stderr.setEncoding('utf8').on('data', read)
      child.once('exit', () => reject(new Error(`It ended before it listened: ${log}`)))
    })
  }
})
