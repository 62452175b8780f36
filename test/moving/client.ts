/** What a service answered. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** JSON, or the text of a page. */
  readonly body: unknown
}

export interface Asked {
  method?: string
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as a form. */
  form?: Readonly<Record<string, string>>
}

/** A client that keeps cookies, at any service, as a browser does of one host. */
export interface Client {
  readonly cookies: Map<string, string>
  ask(url: string, asked?: Asked): Promise<Answer>
  /** Signs in by the form of the service's login page. */
  signIn(service: string, username: string, password: string): Promise<Answer>
  signOut(service: string): Promise<Answer>
  /** The header of the CSRF cookie. */
  csrf(): Record<string, string>
}

export function newClient(): Client {
  const cookies = new Map<string, string>()

  async function ask(url: string, { method, headers = {}, json, form }: Asked = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = json !== undefined || form !== undefined
    const response = await fetch(url, {
      method: method ?? (sent ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        ...(cookie !== '' && { Cookie: cookie }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) keep(line)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text) }
  }

  function keep(line: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const isOver = value === '' || value === '""' || /max-age=0/i.test(line)
    if (isOver) cookies.delete(name)
    else cookies.set(name, value)
  }

  const csrf = () => ({ 'X-CSRFToken': cookies.get('csrftoken') ?? '' })

  return {
    cookies,
    ask,
    csrf,
    async signIn(service, username, password) {
      const page = `${service}/accounts/login/`
      await ask(page, { headers: { Accept: 'text/html' } })
      const csrfmiddlewaretoken = cookies.get('csrftoken') ?? ''
      return await ask(page, {
        headers: { Accept: 'text/html' },
        form: { username, password, csrfmiddlewaretoken, next: '/api/whoami/' },
      })
    },
    async signOut(service) {
      const csrfmiddlewaretoken = cookies.get('csrftoken') ?? ''
      return await ask(`${service}/accounts/logout/`, { form: { csrfmiddlewaretoken } })
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const basic = (username: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})
