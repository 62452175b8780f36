import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The version in the nearest `package.json`, beginning in the folder; empty if there is none. */
export function applicationVersion(folder: string): string {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return typeof version === 'string' ? version : ''
  } catch (error) {
    const parent = dirname(folder)
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return isMissing && parent !== folder ? applicationVersion(parent) : ''
  }
}
