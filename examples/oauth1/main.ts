import { randomUUID } from 'node:crypto'
import { serve } from 'turnpike/node'
import app, { known } from './app.ts'
import { baseString, encoded, type Parameter, sign } from './signature.ts'

const { url } = await serve(app)
const target = new URL('/photos?file=vacation.jpg&size=original', url)
const protocol: Parameter[] = [
  ['oauth_consumer_key', known.consumerKey],
  ['oauth_token', known.token],
  ['oauth_signature_method', 'HMAC-SHA1'],
  ['oauth_timestamp', `${Math.floor(Date.now() / 1000)}`],
  ['oauth_nonce', randomUUID()],
]
const base = baseString('GET', target, [...protocol, ...target.searchParams])
const signature = sign('HMAC-SHA1', base, known.consumerSecret, known.tokenSecret)
const header = [...protocol, ['oauth_signature', signature] as const]
  .map(([name, value]) => `${name}="${encoded(value)}"`)
  .join(', ')
console.log(`Try, twice: curl -i '${target}' \\\n  -H 'Authorization: OAuth ${header}'`)
