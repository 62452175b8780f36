import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { planOf } from '../../site/versions/plan.ts'

describe('the versions of the site', () => {
  it('before the first release the site has one version, at its base', () => {
    expect(planOf(['other', 'v1'], '/turnpike/', '0.1.0')).toEqual([
      { name: '0.1.0', ref: 'HEAD', base: '/turnpike/' },
    ])
  })

  it('the newest release is at the base, and the last patch of each older minor version below it', () => {
    const tags = ['v0.9.0', 'v0.10.1', 'v0.10.0', 'v0.9.12', 'v0.9.2', 'v0.11.0-beta.1']
    expect(planOf(tags, '/', '0.11.0')).toEqual([
      { name: '0.10', ref: 'v0.10.1', base: '/' },
      { name: 'next', ref: 'HEAD', base: '/next/' },
      { name: '0.9', ref: 'v0.9.12', base: '/0.9/' },
    ])
  })

  describe('in a repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'versions-'))
    afterAll(() => rmSync(folder, { recursive: true }))
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
      })

    /** A release whose site is one page: its variables, and the word. */
    const commit = (word: string, tag?: string) => {
      const page = `<p>${word} \${process.env.SITE_BASE} \${process.env.SITE_REF}</p>`
      writeFileSync(
        join(folder, 'site.cjs'),
        `fs = require('fs'); fs.mkdirSync('site/dist', { recursive: true })
        fs.writeFileSync('site/dist/index.html', \`${page}\`)`,
      )
      git('add', '.')
      git('commit', '-qm', word)
      if (tag !== undefined) git('tag', tag)
    }
    const published = (path: string) =>
      readFileSync(join(folder, 'site/published', path, 'index.html'), 'utf8')

    it('each version of the site is built by its own commit', () => {
      git('init', '-q')
      mkdirSync(join(folder, 'site'))
      writeFileSync(join(folder, 'site/package.json'), '{}')
      const scripts = { site: 'node site.cjs' }
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '0.3.0', scripts }))
      commit('first', 'v0.1.0')
      commit('second', 'v0.1.1')
      commit('third', 'v0.2.0')
      commit('fourth')

      execFileSync(
        process.execPath,
        [resolve(import.meta.dirname, '../../site/versions/build.ts'), folder],
        { env: { ...process.env, SITE_BASE: '/docs' } },
      )
      expect(published('')).toBe('<p>third /docs/ v0.2.0</p>')
      expect(published('next')).toBe('<p>fourth /docs/next/ main</p>')
      expect(published('0.1')).toBe('<p>second /docs/0.1/ v0.1.1</p>')
      expect(String(git('worktree', 'list')).trim().split('\n')).toHaveLength(1)
    })
  })
})
