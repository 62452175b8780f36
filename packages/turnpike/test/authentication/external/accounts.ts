import type { User } from '../../../src/index.ts'

/** What an error of better-auth looks like. */
export class StatusError extends Error {
  readonly statusCode: number
  readonly body: object

  constructor(statusCode: number, body: object = {}) {
    super(`The status ${statusCode}.`)
    this.statusCode = statusCode
    this.body = body
  }
}

export interface Session {
  user: { id: string }
  session: { id: string; plan: 'free' | 'paid' }
}

/** Accounts of another library: `valid` is the token of ann's session in each of its places. */
export function otherAccounts({ setCookie = [] as string[] } = {}) {
  const asked: Record<string, string>[] = []
  const failures: { next: unknown } = { next: null }
  const auth = {
    api: {
      async getSession({ headers }: { headers: Headers }) {
        asked.push(Object.fromEntries(headers))
        if (failures.next !== null) throw failures.next
        const session: Session = {
          user: { id: sentBy(headers) },
          session: { id: 'session-17', plan: 'free' },
        }
        const answer = new Headers(setCookie.map((cookie) => ['Set-Cookie', cookie] as const))
        return { headers: answer, response: sentBy(headers) === '' ? null : session }
      },
    },
  }
  return { auth, asked, failures }
}

/** The account whose token is sent: `valid` is that of ann, `valid-bob` that of bob. */
function sentBy(headers: Headers): string {
  const sent = [...headers.values()].join()
  const [, name] = /(?:^|[ =])valid(?:-(\w+))?$/.exec(sent.split(';')[0] ?? '') ?? [null, null]
  return name === null ? '' : (name ?? 'ann')
}

/** Carl has no account here, and bob an inactive one. */
export function userOf({ user: { id } }: Session): User | null {
  if (id === 'carl') return null
  return {
    pk: id,
    username: id,
    email: '',
    isActive: id !== 'bob',
    isStaff: false,
    isAuthenticated: true,
  }
}
