import { execFileSync } from 'node:child_process'

/** The ids of a user of the system, for programs that refuse to run as root. */
export function userIds(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
