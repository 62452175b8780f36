import { randomUUID } from 'node:crypto'
import { serve } from 'turnpike/node'
import app, { id, key } from './app.ts'
import { hawkMac } from './mac.ts'

const { url } = await serve(app)
const { hostname: host, port } = new URL(url)
const ts = `${Math.floor(Date.now() / 1000)}`
const nonce = randomUUID()
const resource = '/resource/1?b=1&a=2'
const artifacts = {
  ts,
  nonce,
  method: 'GET',
  resource,
  host,
  port,
  hash: '',
  ext: '',
  app: '',
  dlg: '',
}
const mac = hawkMac('header', key, artifacts)
console.log(`Try, twice: curl -i '${url}${resource}' \\
  -H 'Authorization: Hawk id="${id}", ts="${ts}", nonce="${nonce}", mac="${mac}"'`)
