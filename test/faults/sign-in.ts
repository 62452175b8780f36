import { keepSecret } from './secrets-in-logs.ts'

/** A session as a browser has it. */
export interface SignedIn {
  /** The value of a Cookie field: `csrftoken=…; sessionid=…`. */
  readonly cookies: string
  readonly csrfToken: string
  /** The session's identifier, which is a secret. */
  readonly id: string
}

/** Signs in through the form at `/login/`. */
export async function signIn(
  url: string,
  username: string,
  password: string,
  fetchFrom: typeof fetch = fetch,
): Promise<SignedIn> {
  const form = await fetchFrom(`${url}/login/`, { headers: { Accept: 'application/json' } })
  const csrfToken = cookie(form, 'csrftoken')
  const answer = await fetchFrom(`${url}/login/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Cookie: `csrftoken=${csrfToken}`,
      'X-CSRFToken': csrfToken,
    },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`)

  const id = cookie(answer, 'sessionid')
  const fresh = cookie(answer, 'csrftoken') || csrfToken
  keepSecret(id, fresh, password)
  return { cookies: `csrftoken=${fresh}; sessionid=${id}`, csrfToken: fresh, id }
}

const cookie = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .map((line) => new RegExp(`(?:^|-)${name}=([^;]*)`).exec(line)?.[1])
    .find((value) => value) ?? ''
