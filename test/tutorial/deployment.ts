import { execFile } from 'node:child_process'
import { get } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { startNginx } from '../faults/nginx.ts'
import { composeVariables, imageOf } from './image.ts'
import { freePort, start } from './running.ts'
import { inherited } from './terminal.ts'

/** What a client of the deployed help desk is answered. */
export interface Deployed {
  ask(path: string, headers: Record<string, string>): Promise<{ status: number; body: unknown }>
  stop(): Promise<void>
}

/**
 * Runs what the image of the help desk runs, with the files that it has, the environment of the
 * compose file and its nginx in front. Containers are all that is missing.
 */
export async function deploy(helpdesk: string, url: string, secret: string): Promise<Deployed> {
  const image = imageOf(helpdesk, `${helpdesk}-image`)
  const port = String(await freePort())
  const env = {
    ...inherited(),
    ...image.env,
    ...composeVariables(join(helpdesk, 'compose.production.yaml')),
    // What compose fills in, and what is another place here.
    DATABASE_URL: url,
    SECRET_KEYS: secret,
    ALLOWED_HOSTS: 'localhost',
    TRUSTED_PROXIES: '127.0.0.1',
    HOST: '127.0.0.1',
    PORT: port,
    DRAIN_DELAY_SECONDS: '0',
  }
  const service = await start(image.folder, env, image.command)
  const [check = '', ...args] = image.healthCheck.map((part) => part.replace('8000', port))
  await promisify(execFile)(check, args, { env })
  const file = join(helpdesk, 'nginx.conf')
  const nginx = await startNginx([Number(port)], { tls: true, file })

  return {
    ask: (path, headers) => askSecurely(new URL(path, nginx.url), nginx.certificate ?? '', headers),
    async stop() {
      await nginx.stop()
      await service.stop()
    },
  }
}

/** Not by `fetch`, which cannot be given a certificate. */
function askSecurely({ href }: URL, ca: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Deployed['ask']>>>()
  get(href, { ca, headers, family: 4 }, async (response) => {
    resolve({ status: response.statusCode ?? 0, body: await json(response) })
  }).on('error', reject)
  return promise
}
