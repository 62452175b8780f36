import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Build, Service } from '../conformance/replay/replay.ts'
import { programs } from '../support/programs.ts'

const python = programs.python

/** Why tests of the reference are skipped, or null when it is installed. */
export const referenceMissing: string | null = whyMissing()

function whyMissing(): string | null {
  const { status } = spawnSync(python, ['-c', 'import rest_framework'], { stdio: 'ignore' })
  if (status === 0) return null
  const reason = `${python} has no Django REST framework: install python3-djangorestframework.`
  if (process.env.TURNPIKE_NO_SKIPS === '1') throw new Error(reason)
  return reason
}

/** The reference in a process of its own, which ends with `close()`. */
export interface Reference {
  /** Django REST framework's: `3.14.0`. */
  readonly version: string
  /** The service that a scenario describes. There is one at a time: the last one that was built. */
  readonly build: Build
  close(): void
}

export async function startReference(): Promise<Reference> {
  const child = spawn(python, [join(import.meta.dirname, 'reference.py')])
  const lines = readLines(child)
  const say = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  const { rest_framework: version } = JSON.parse(await lines())

  const service: Service = async (request, { address }) => {
    const { protocol, host } = new URL(request.url)
    say({
      request: {
        method: request.method,
        target: request.url.slice(request.url.indexOf('/', `${protocol}//`.length)),
        scheme: protocol.slice(0, -1),
        client: address,
        headers: [...request.headers].map(([name, value]) => [
          name,
          name === 'host' ? value || host : value,
        ]),
        body: Buffer.from(await request.arrayBuffer()).toString('base64'),
      },
    })
    const { status, headers, body } = JSON.parse(await lines())
    const bytes = Buffer.from(body, 'base64')
    return new Response(bytes.length > 0 ? bytes : null, { status, headers })
  }
  return {
    version,
    build: (world, scenario) => {
      say({ build: { world, scenario } })
      return service
    },
    close: () => child.kill(),
  }
}

/** The next line that the process writes. It fails with what the process complains of. */
function readLines(child: ChildProcessWithoutNullStreams): () => Promise<string> {
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`The reference has ended: ${complaint}`)
    return value
  }
}
