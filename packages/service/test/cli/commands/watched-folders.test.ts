import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WatchedFolders } from '../../../src/cli/commands/development/watched-folders.ts'

function watchedFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'turnpike-'))
  const folder = join(parent, 'notes')
  const folders = new WatchedFolders()
  onTestFinished(() => {
    folders.close()
    rmSync(parent, { recursive: true, force: true })
  })
  mkdirSync(folder)
  folders.add(folder)
  const save = (text: string) => writeFileSync(join(folder, 'view.ts'), text)
  return { folder, folders, save, saved: relative(process.cwd(), join(folder, 'view.ts')) }
}

describe('the folders that turnpike dev follows', () => {
  it('a change of code is reported, and one of another file is not', async () => {
    const { folder, folders, save, saved } = watchedFolder()
    const change = folders.next()
    writeFileSync(join(folder, 'notes.db'), 'rows')
    save('one')
    expect(await change).toBe(saved)
  })

  it('a folder that was removed is followed again once it is added again', async () => {
    const { folder, folders, save, saved } = watchedFolder()
    save('one')
    await folders.next()

    const removal = folders.next()
    rmSync(folder, { recursive: true })
    expect(await removal).toBe(saved)
    mkdirSync(folder)
    folders.add(folder)
    await sleep(200)

    const change = folders.next()
    save('two')
    expect(await change).toBe(saved)
  })
})
