import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { builtPackage } from '../support/built-package.ts'
import { describeWith, extras } from '../support/extras.ts'

const root = resolve(import.meta.dirname, '../..')

const publint = join(extras, 'publint/src/index-node.js')
const attw = join(extras, '@arethetypeswrong/core/dist/index.js')

describeWith([publint, attw], 'the package for the registry', () => {
  it('publint has nothing to say about the package', async () => {
    const { publint: lint } = await import(publint)
    const { messages } = await lint({ pkgDir: builtPackage().folder, strict: true, pack: false })
    expect(messages).toEqual([])
  }, 120_000)

  it('the types of every subpath are found by Node and by bundlers, as those of ES modules', async () => {
    const { checkPackage, createPackageFromTarballData } = await import(attw)
    const tarball = new Uint8Array(readFileSync(builtPackage().tarball))
    const { entrypoints, problems } = await checkPackage(createPackageFromTarballData(tarball))

    const subpaths = Object.keys(manifest.exports)
    expect(Object.keys(entrypoints).toSorted()).toEqual(subpaths.toSorted())
    // `require()` gets the ES module, which Node 24 allows. `node10` resolution knows no subpaths.
    const expected = /^(?:CJSResolvesToESM node16-cjs|NoResolution node10)$/
    const kinds = problems.map(
      (problem: { kind: string; resolutionKind?: string }) =>
        `${problem.kind} ${problem.resolutionKind}`,
    )
    expect(kinds.filter((kind: string) => !expected.test(kind))).toEqual([])
  }, 120_000)
})

describe('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('npm would publish the package: the manifest, what is built, and the docs', () => {
    const args = ['publish', builtPackage().tarball, '--dry-run', '--json', '--offline']
    const { stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    expect(stdout, stderr).not.toBe('')
    const published = JSON.parse(stdout)
    const { name, version, files } = published[manifest.name] ?? published
    expect(`${name}@${version}`).toBe(`turnpike@${manifest.version}`)
    const paths: string[] = files.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'dist/index.js',
        'dist/index.d.ts',
      ]),
    )
    const allowed = ['package.json', 'README.md', 'LICENSE', ...manifest.files]
    expect(paths.filter((path) => !allowed.includes(path.split('/')[0] ?? ''))).toEqual([])
  }, 120_000)

  it('the bill of materials names what is installed with the package, and nothing else', () => {
    const sbom = JSON.parse(run('npm', ['run', '--silent', 'sbom'], root))
    const names: string[] = sbom.components.map(({ name }: { name: string }) => name)
    expect(sbom.bomFormat).toBe('CycloneDX')
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    const development = Object.keys(manifest.devDependencies)
    expect(names.filter((name) => development.includes(name))).toEqual([])
  }, 60_000)

  describe('made of changesets', () => {
    const copy = join(folder, 'project')
    const next = manifest.version.replace(/\.(\d+)\.\d+$/, (_, minor) => `.${Number(minor) + 1}.0`)
    const manifests = ['package.json', 'packages/create-turnpike/package.json', 'package-lock.json']
    const of = (name: string) => readFileSync(join(copy, name), 'utf8')

    beforeAll(() => {
      mkdirSync(join(copy, 'docs'), { recursive: true })
      const names = [...manifests, 'CHANGELOG.md', 'README.md', 'docs/drizzle.md', 'tools']
      for (const name of [...names, '.changeset/README.md', '.changeset/config.json']) {
        cpSync(join(root, name), join(copy, name), { recursive: true })
      }
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
      const changelog = of('CHANGELOG.md').replace(/^## Unreleased\n[\s\S]*?(?=^## )/m, '')
      writeFileSync(join(copy, 'CHANGELOG.md'), changelog)
      writeFileSync(join(copy, '.changeset/one.md'), '---\n"turnpike": minor\n---\n\nA fox.\n')
      writeFileSync(join(copy, '.changeset/two.md'), '---\n"turnpike": patch\n---\n\nA hen.\n')
      execFileSync('git', ['init', '-q'], { cwd: copy })
    })

    it('a release waits until its changes have a version', () => {
      const { status, stderr } = notesOf(`v${manifest.version}`)
      expect([status, stderr]).toEqual([
        1,
        '.changeset/ has one.md, two.md. Run npm run release:version.\n',
      ])
    })

    it('both packages, the lock file, the docs and the changelog get the next version', () => {
      run(process.execPath, ['tools/version.ts'], copy)

      expect(manifests.map((name) => JSON.parse(of(name)).version)).toEqual([next, next, next])
      expect(JSON.parse(of('package-lock.json')).packages[''].version).toBe(next)
      expect(of('package-lock.json')).toContain('"gypfile": false')
      for (const page of ['README.md', 'docs/drizzle.md']) {
        expect(of(page)).toContain(`turnpike-${next}.tgz`)
        expect(of(page)).not.toContain(`turnpike-${manifest.version}.tgz`)
      }
      expect(readdirSync(join(copy, '.changeset')).toSorted()).toEqual(['README.md', 'config.json'])
    })

    it('the notes of a release are the section of its version in the changelog', () => {
      const { status, stdout } = notesOf(`v${next}`)
      expect(status).toBe(0)
      expect(stdout).toMatch(/A fox\.[\s\S]*A hen\./)
      expect(stdout).not.toContain(`## ${manifest.version}`)
    })

    it('a tag of another version than that of the packages is refused', () => {
      const { status, stderr } = notesOf('v9.9.9')
      expect(status).toBe(1)
      expect(stderr).toBe(
        `package.json has the version ${next}, the tag 9.9.9. Run npm run release:version.\n`,
      )
    })

    const notesOf = (tag: string) =>
      spawnSync(process.execPath, ['tools/release-notes.ts', tag], { cwd: copy, encoding: 'utf8' })
  })
})

describe('the install', () => {
  it('no package that is installed with Turnpike runs a script', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const installed: [string, { dev?: boolean; hasInstallScript?: boolean }][] =
      Object.entries(packages)
    const own = installed.filter(([path, { dev }]) => path !== '' && dev !== true)
    expect(own.length).toBeGreaterThan(Object.keys(manifest.dependencies).length)
    expect(own.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([])
    const scripts: string[] = Object.keys(manifest.scripts)
    expect(scripts.filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([])
  })
})

describe('the workflows', () => {
  const folder = join(root, '.github/workflows')
  const workflows = readdirSync(folder).map((name) => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  }))

  it.each(workflows)('$name runs scripts and programs that there are', ({ text }) => {
    const scripts = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(
      ([, name = '']) => name,
    )
    const programs = [...text.matchAll(/(?:node|bash) ([\w./-]+\.?\w+)/g)].map(
      ([, name = '']) => name,
    )
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([])
    expect(programs.filter((name) => !existsSync(join(root, name)))).toEqual([])
  })

  it.each(workflows)('$name may write nothing that it does not name', ({ text }) => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
  })
})

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
