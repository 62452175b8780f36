import { sendThroughNode } from '@turnpike/test-support/node-door.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  ApiResponse,
  AuthenticationFailed,
  createApi,
  isAuthenticated,
  routes,
  type Scheme,
  Throttled,
} from '../../src/index.ts'
import { builtInLanguages } from '../../src/languages/built-in.ts'

const keyScheme: Scheme = {
  authenticate({ headers }) {
    if (headers.has('X-Key')) throw new AuthenticationFailed('Invalid token.')
    return null
  },
  challenge: () => 'Key realm="the api"',
}

const note = z.object({ title: z.string().max(2), count: z.number().min(1) })

const api = createApi({ LANGUAGES: ['en', ...builtInLanguages] })
const app = routes(api, {
  '/notes/': {
    get: () => new ApiResponse('notes'),
    post: async (request) => new ApiResponse(await request.data(note)),
  },
  '/me/': {
    authentication: [keyScheme],
    permissions: [isAuthenticated],
    get: () => new ApiResponse('me'),
  },
  '/busy/': {
    get: () => {
      throw new Throttled(5)
    },
  },
})

interface Received {
  readonly status: number
  readonly headers: Headers
  readonly data: unknown
}

type Send = (
  method: string,
  path: string,
  fields: Record<string, string>,
  body?: string,
) => Promise<Received>

const byFetch: Send = async (method, path, headers, body) => {
  const response = await app.request(path, { method, headers, ...(body && { body }) })
  return { status: response.status, headers: response.headers, data: await response.json() }
}

const byNode: Send = async (method, path, fields, body = '') => {
  const all = {
    ...fields,
    Host: 'localhost',
    Connection: 'close',
    'Content-Length': `${body.length}`,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  const { status, fields: sent, body: received } = await sendThroughNode(app, bytes)
  const headers = new Headers(sent.map(([name, value]): [string, string] => [name, value]))
  return { status, headers, data: JSON.parse(received.toString()) }
}

const doors = [
  ['the web door', byFetch],
  ['the Node door', byNode],
] as const

/** What each language says: an unknown URL, a method, no credentials, wrong ones, a wait, a body. */
const texts: Record<string, readonly string[]> = {
  en: [
    'Not found.',
    "Method 'PUT' not allowed.",
    'Authentication credentials were not provided.',
    'Invalid token.',
    'Request was throttled. Expected available in 5 seconds.',
    'Ensure this field has no more than 2 characters.',
    'This field is required.',
  ],
  de: [
    'Nicht gefunden.',
    'Die Methode „PUT“ ist nicht erlaubt.',
    'Es wurden keine Anmeldedaten angegeben.',
    'Ungültiges Token.',
    'Die Anfrage wurde gedrosselt. Voraussichtlich in 5 Sekunden verfügbar.',
    'Dieses Feld darf höchstens 2 Zeichen lang sein.',
    'Dieses Feld ist erforderlich.',
  ],
  es: [
    'No encontrado.',
    'Método «PUT» no permitido.',
    'No se han proporcionado credenciales de autenticación.',
    'Token no válido.',
    'La solicitud ha sido limitada. Disponible en 5 segundos.',
    'Asegúrese de que este campo no tenga más de 2 caracteres.',
    'Este campo es obligatorio.',
  ],
  fr: [
    'Introuvable.',
    'Méthode « PUT » non autorisée.',
    "Aucun identifiant d'authentification n'a été fourni.",
    'Jeton non valide.',
    'La requête a été ralentie. Disponible dans 5 secondes.',
    'Assurez-vous que ce champ comporte au plus 2 caractères.',
    'Ce champ est obligatoire.',
  ],
  it: [
    'Non trovato.',
    'Metodo «PUT» non consentito.',
    'Non sono state fornite credenziali di autenticazione.',
    'Token non valido.',
    'La richiesta è stata limitata. Disponibile tra 5 secondi.',
    'Assicurarsi che questo campo non abbia più di 2 caratteri.',
    'Questo campo è obbligatorio.',
  ],
  ja: [
    '見つかりませんでした。',
    'メソッド "PUT" は許可されていません。',
    '認証情報が指定されていません。',
    'トークンが無効です。',
    'リクエストが制限されました。5 秒後に利用できる見込みです。',
    'この項目は 2 文字以下にしてください。',
    'この項目は必須です。',
  ],
  nl: [
    'Niet gevonden.',
    'Methode "PUT" niet toegestaan.',
    'Er zijn geen inloggegevens opgegeven.',
    'Ongeldig token.',
    'Het verzoek is afgeremd. Naar verwachting over 5 seconden beschikbaar.',
    'Zorg dat dit veld niet meer dan 2 tekens heeft.',
    'Dit veld is verplicht.',
  ],
  pl: [
    'Nie znaleziono.',
    'Metoda „PUT” jest niedozwolona.',
    'Nie podano danych uwierzytelniających.',
    'Nieprawidłowy token.',
    'Żądanie zostało ograniczone. Dostępne za 5 sekund.',
    'To pole może mieć najwyżej 2 znaki.',
    'To pole jest wymagane.',
  ],
  'pt-BR': [
    'Não encontrado.',
    'Método "PUT" não permitido.',
    'As credenciais de autenticação não foram fornecidas.',
    'Token inválido.',
    'A requisição foi limitada. Disponível em 5 segundos.',
    'Certifique-se de que este campo não tenha mais de 2 caracteres.',
    'Este campo é obrigatório.',
  ],
}

describe.each(doors)('the language of errors through %s', (door, send) => {
  it.each(Object.keys(texts))(`every error is in the language %s through ${door}`, async (tag) => {
    const [none, method, credentials, token, wait, length, required] = texts[tag] ?? []
    const language = { 'Accept-Language': tag }
    const json = { ...language, 'Content-Type': 'application/json' }
    const answers = [
      await send('GET', '/nothing/', language),
      await send('PUT', '/notes/', language),
      await send('GET', '/me/', language),
      await send('GET', '/me/', { ...language, 'X-Key': 'wrong' }),
      await send('GET', '/busy/', language),
      await send('POST', '/notes/', json, '{"title": "abc"}'),
    ]

    expect(answers.map(({ data }) => data)).toEqual([
      { detail: none },
      { detail: method },
      { detail: credentials },
      { detail: token },
      { detail: wait },
      { title: [length], count: [required] },
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 401, 401, 429, 400])
    for (const { headers } of answers) {
      expect(headers.get('Content-Language')).toBe(tag === 'en' ? null : tag)
      expect(headers.get('Vary')).toContain('Accept-Language')
    }
    expect(answers[2]?.headers.get('WWW-Authenticate')).toBe('Key realm="the api"')
    expect(answers[4]?.headers.get('Retry-After')).toBe('5')
  })

  it(`clients in different languages ask for the same at once through ${door}`, async () => {
    const tags = Object.keys(texts)
    const asked = Array.from({ length: 90 }, (_, index) => tags[index % tags.length] ?? 'en')
    const details = await Promise.all(
      asked.map(async (tag) => {
        const language = { 'Accept-Language': tag }
        const answers = await Promise.all([
          send('GET', '/nothing/', language),
          send('PUT', '/notes/', language),
          send('GET', '/me/', language),
        ])
        return answers.map(({ data }) => data)
      }),
    )
    expect(details).toEqual(
      asked.map((tag) => texts[tag]?.slice(0, 3).map((detail) => ({ detail }))),
    )
  })
})
