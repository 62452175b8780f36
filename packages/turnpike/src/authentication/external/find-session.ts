import { ServiceUnavailable, Throttled } from '../../errors/exceptions.ts'
import type { ExternalAccounts, ExternalAnswer } from './external-accounts.ts'

/** A session, and the `Set-Cookie` values for the browser that has sent its cookie. */
export interface FoundSession<Session> {
  readonly session: Session
  readonly cookies: readonly string[]
}

/**
 * The session of the credentials in the header fields; null when they are wrong or have ended.
 *
 * The fields have nothing but the credentials of one kind: with a second kind among them, a session
 * of that kind would be taken for one of the first, without its checks.
 *
 * @throws Throttled when the credentials are used too often.
 * @throws ServiceUnavailable when the accounts cannot be read.
 */
export async function findSession<Session>(
  { api }: ExternalAccounts<Session>,
  headers: Headers,
): Promise<FoundSession<Session> | null> {
  let found: Session | ExternalAnswer<Session> | null
  try {
    found = await api.getSession({ headers, returnHeaders: true })
  } catch (error) {
    requireWrong(error)
    return null
  }
  if (!isAnswer(found)) return isAbsent(found) ? null : { session: found, cookies: [] }

  const { response: session, headers: fields } = found
  return isAbsent(session) ? null : { session, cookies: fields?.getSetCookie() ?? [] }
}

/** Throws every error but that of wrong credentials. One without a status may be a defect. */
function requireWrong(error: unknown): void {
  const { statusCode, body } = Object(error)
  if (statusCode === 401 || statusCode === 403) return
  if (statusCode === 429) {
    const wait: unknown = Object(Object(body).details).tryAgainIn
    throw new Throttled(Number.isFinite(wait) ? Number(wait) / 1000 : null)
  }
  if (statusCode >= 500) throw new ServiceUnavailable({ cause: error })
  throw error
}

const isAnswer = <Session>(
  found: Session | ExternalAnswer<Session> | null,
): found is ExternalAnswer<Session> =>
  typeof found === 'object' && found !== null && 'response' in found && 'headers' in found

/** JavaScript says undefined for null. */
const isAbsent = (value: unknown): value is null | undefined =>
  value === null || value === undefined
