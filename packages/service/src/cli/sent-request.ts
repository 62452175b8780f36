import type { EnvironmentSettings } from 'turnpike/internal/settings/settings'
import { CommandFailed } from 'turnpike/kit'

export interface SentOptions {
  /** `Name: value` */
  header: readonly string[]
  /** The body, if there is one. */
  data?: string
}

/**
 * The web request that the arguments of a command describe. A path is completed by the header field
 * `Host`, by `BASE_URL`, or by a host that the service allows.
 *
 * @throws CommandFailed when they describe none.
 */
export function requestFrom(
  method: string,
  path: string,
  { header, data }: SentOptions,
  settings: EnvironmentSettings,
): Request {
  const headers = new Headers()
  for (const field of header) {
    const [, name = '', value = ''] = /^([^:\s]+):\s*(.*)$/s.exec(field) ?? []
    if (name === '') throw new CommandFailed(`--header needs 'Name: value'; this is not one.`)
    try {
      headers.append(name, value)
    } catch {
      throw new CommandFailed(`The header field ${name} has characters that cannot be sent.`)
    }
  }
  const url = URL.parse(path, originOf(headers.get('Host'), settings))
  if (url === null) throw new CommandFailed(`${path} is neither a path nor a URL.`)
  try {
    return new Request(url, { method, headers, ...(data !== undefined && { body: data }) })
  } catch (error) {
    throw new CommandFailed(`Such a request cannot be sent: ${(error as Error).message}`)
  }
}

/** Where a path is: `https://api.example.com`. */
function originOf(
  host: string | null,
  { BASE_URL, ALLOWED_HOSTS }: Pick<EnvironmentSettings, 'BASE_URL' | 'ALLOWED_HOSTS'>,
): string {
  const scheme = BASE_URL?.startsWith('https:') ? 'https' : 'http'
  if (host !== null) return `${scheme}://${host}`
  if (BASE_URL) return BASE_URL
  const allowed = ALLOWED_HOSTS?.find((name) => name !== '*' && !name.startsWith('.'))
  return `http://${allowed ?? 'localhost'}`
}
