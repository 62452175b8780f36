import { type FSWatcher, watch } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** Milliseconds without a change until it is reported: formatters save a file twice. */
const quiet = 50

/** Follows the code in folders, each without those in it. */
export class WatchedFolders {
  readonly #watchers = new Map<string, FSWatcher>()
  #timer: NodeJS.Timeout | undefined
  #change = Promise.withResolvers<string>()

  /** Follows another folder. One that cannot be followed is left out. */
  readonly add = (folder: string): void => {
    if (this.#watchers.has(folder)) return
    try {
      const watcher = watch(folder, (_event, name) => this.#changed(folder, name))
      this.#watchers.set(
        folder,
        watcher.on('error', () => this.#watchers.delete(folder)),
      )
    } catch {
      // Virtual modules have no folder.
    }
  }

  /** Settles with the name of the file after the next change from now on. */
  next(): Promise<string> {
    clearTimeout(this.#timer)
    this.#change = Promise.withResolvers()
    return this.#change.promise
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  /**
   * A folder that is removed says so under its own name, and then nothing more, also when it is
   * there again, as after two changes of the branch. It is added now, or when it is loaded.
   */
  #renew(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
    this.add(folder)
  }

  #changed(folder: string, name: string | null): void {
    if (name === basename(folder)) this.#renew(folder)
    if (name === null || !isCode(name)) return
    clearTimeout(this.#timer)
    const path = relative(process.cwd(), join(folder, name))
    this.#timer = setTimeout(() => this.#change.resolve(path), quiet)
  }
}

/** Not the files of databases, logs and editors. */
const isCode = (name: string) => /^[^.].*\.(?:[cm]?[jt]sx?|json)$/.test(name)
