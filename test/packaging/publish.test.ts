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
import { builtPackages as compiled, packages, subpathsOf } from '../../tools/packages.ts'
import { builtPackages } from '../support/built-packages.ts'
import { describeWith, extras } from '../support/extras.ts'

const root = resolve(import.meta.dirname, '../..')

const publint = join(extras, 'publint/src/index-node.js')
const attw = join(extras, '@arethetypeswrong/core/dist/index.js')

describeWith([publint, attw], 'the packages for the registry', () => {
  it.each(compiled)(
    'publint has nothing to say about $name',
    async ({ name }) => {
      const { publint: lint } = await import(publint)
      const pkgDir = join(builtPackages().modules, name)
      const { messages } = await lint({ pkgDir, strict: true, pack: false })
      expect(messages).toEqual([])
    },
    600_000,
  )

  it.each(compiled)(
    'Node and bundlers find the types of every subpath of $name, as those of ES modules',
    async (each) => {
      const { checkPackage, createPackageFromTarballData } = await import(attw)
      const tarball = new Uint8Array(readFileSync(builtPackages().tarballOf(each.name)))
      const { entrypoints, problems } = await checkPackage(createPackageFromTarballData(tarball))

      const subpaths = Object.keys(each.manifest.exports ?? {})
      expect(Object.keys(entrypoints).toSorted()).toEqual(subpaths.toSorted())
      // `require()` gets the ES module, which Node 24 allows. `node10` resolution knows no subpaths.
      const expected = /^(?:CJSResolvesToESM node16-cjs|NoResolution node10)$/
      const kinds = problems.map(
        (problem: { kind: string; resolutionKind?: string }) =>
          `${problem.kind} ${problem.resolutionKind}`,
      )
      expect(kinds.filter((kind: string) => !expected.test(kind))).toEqual([])
    },
    600_000,
  )
})

describe('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(compiled)(
    'npm would publish $name: its manifest, its README, and what is built',
    (each) => {
      const tarball = builtPackages().tarballOf(each.name)
      const args = ['publish', tarball, '--dry-run', '--json', '--offline', '--access', 'public']
      const { stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
      expect(stdout, stderr).not.toBe('')
      const published = JSON.parse(stdout)
      const { name, version, files } = published[each.name] ?? published
      expect(`${name}@${version}`).toBe(`${each.name}@${manifest.version}`)
      const paths: string[] = files.map(({ path }: { path: string }) => path)
      const built = subpathsOf(each).flatMap(({ target }) => [target.default, target.types])
      expect(paths).toEqual(
        expect.arrayContaining([
          ...['package.json', 'README.md', 'LICENSE'],
          ...built.map((path) => path.replace('./', '')),
        ]),
      )
      const allowed = ['package.json', 'README.md', 'LICENSE', ...each.manifest.files]
      expect(paths.filter((path) => !allowed.includes(path.split('/')[0] ?? ''))).toEqual([])
    },
    600_000,
  )

  it.each(compiled)(
    '$name has the version of all, and needs its siblings in just this one',
    ({ manifest: own }) => {
      expect(own.version).toBe(manifest.version)
      const siblings = Object.entries(own.peerDependencies ?? {}).filter(([name]) =>
        packages.some((other) => other.name === name),
      )
      expect(siblings.filter(([, range]) => range !== manifest.version)).toEqual([])
    },
  )

  it('the bill of materials names what is installed with the package, and nothing else', () => {
    const sbom = JSON.parse(run('npm', ['run', '--silent', 'sbom'], root))
    const names: string[] = sbom.components.map(({ purl }: { purl: string }) =>
      decodeURIComponent(purl.replace(/^pkg:npm\/|@[^@]*$/g, '')),
    )
    expect(sbom.bomFormat).toBe('CycloneDX')
    const needed = compiled.flatMap((each) => Object.keys(each.manifest.dependencies ?? {}))
    expect(names).toEqual(expect.arrayContaining(needed))
    const peers = compiled.flatMap((each) => Object.keys(each.manifest.peerDependencies ?? {}))
    const development = Object.keys(manifest.devDependencies)
    expect(names.filter((name) => development.includes(name) && !peers.includes(name))).toEqual([])
    expect(names).not.toContain('@turnpike/test-support')
  })

  describe('made of changesets', () => {
    const copy = join(folder, 'project')
    const next = manifest.version.replace(/\.(\d+)\.\d+$/, (_, minor) => `.${Number(minor) + 1}.0`)
    const manifests = [
      ...['package.json', 'package-lock.json', 'test/support/package.json'],
      ...packages.map(({ path }) => join(path, 'package.json')),
    ]
    const of = (name: string) => readFileSync(join(copy, name), 'utf8')

    beforeAll(() => {
      mkdirSync(copy, { recursive: true })
      const names = [...manifests, 'CHANGELOG.md', 'tools']
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

    it('all packages, the lock file and the one changelog get the next version', () => {
      run(process.execPath, ['tools/version.ts'], copy)

      expect([...new Set(manifests.map((name) => JSON.parse(of(name)).version))]).toEqual([next])
      const locked = JSON.parse(of('package-lock.json')).packages
      expect(locked[''].version).toBe(next)
      expect(locked['packages/sql'].version).toBe(next)
      expect(locked['packages/sql'].peerDependencies.turnpike).toBe(next)
      expect(JSON.parse(of('packages/sql/package.json')).peerDependencies.turnpike).toBe(next)
      expect(of('package-lock.json')).toContain('"gypfile": false')
      expect(readdirSync(join(copy, '.changeset')).toSorted()).toEqual(['README.md', 'config.json'])
      expect(existsSync(join(copy, 'packages/turnpike/CHANGELOG.md'))).toBe(false)
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
    const installed: [
      string,
      { dev?: boolean; devOptional?: boolean; hasInstallScript?: boolean },
    ][] = Object.entries(packages)
    // Those that are `devOptional` serve the tests, and applications that choose to install them.
    const own = installed.filter(
      ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
    )
    expect(own.length).toBeGreaterThan(compiled.length)
    expect(own.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([])
    const scripts: string[] = Object.keys(manifest.scripts)
    expect(scripts.filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([])
  })

  it('every package with an install script is allowed or refused by name, so npm warns of none', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const installed: [string, { hasInstallScript?: boolean }][] = Object.entries(packages)
    const withScript = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(withScript).toContain('node')
    expect(withScript.filter((name) => !Object.hasOwn(manifest.allowScripts, name))).toEqual([])
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

  it.each(workflows)('$name names each action of others by its digest and version', ({ text }) => {
    const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
    const own = /^\.\//
    const byDigest = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/
    expect(actions.filter((action) => !own.test(action) && !byDigest.test(action))).toEqual([])
  })

  it.each(workflows)('$name leaves no credentials in what it checks out', ({ text }) => {
    const checkouts = text.split('uses: actions/checkout@').slice(1)
    const [kept] = checkouts.filter(
      (after) => !/^.*\n +with:\n(?: {10}.*\n)* {10}persist-credentials: false\n/.test(after),
    )
    expect(kept).toBeUndefined()
  })

  it('no job of a release that may write checks out, installs or builds anything', () => {
    const release = readFileSync(join(folder, 'release.yml'), 'utf8')
    const jobs = release.slice(release.indexOf('\njobs:\n')).split(/^ {2}(?=\w+:\n)/m)
    const writing = jobs.filter((job) => /: write$/m.test(job))
    expect(writing).toHaveLength(2)
    expect(writing.filter((job) => /checkout|npm ci|npm pack|npm run|node /.test(job))).toEqual([])
    expect(writing.map((job) => [...job.matchAll(/([\w-]+): write$/gm)].length)).toEqual([1, 1])
    expect(release).not.toMatch(/npm (?:ci|publish)(?!.*--ignore-scripts)/)
  })
})

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
