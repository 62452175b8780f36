import { badRequest, type Connection, type WebApp } from 'turnpike'
import { sendThroughNode } from '../../support/node-door.ts'
import { silentLogger } from '../../support/one-view.ts'
import { type Build, type ExchangeResult, replay, type Service } from './replay.ts'
import type { Scenario, World } from './scenario.ts'
import { withSeededRandom } from './seeded-random.ts'

/** A way to an app. */
export type Door = (app: WebApp) => Service

/** By the `fetch` of the app. */
export const webDoor: Door = (app) => (request, connection) =>
  // There is no web request for a host such as `a b`: a server refuses it.
  URL.canParse(request.url) ? app.fetch(request, { connection }) : badRequest()

/** By bytes on a connection of Node. */
export const nodeDoor: Door = (app) => async (request, connection) => {
  const { scheme, bytes } = await bytesOf(request)
  const options = { scheme, connection, logger: silentLogger }
  const { status, fields, body } = await sendThroughNode(app, bytes, options)
  const isBodiless = status === 204 || status === 304
  return new Response(isBodiless ? null : body, {
    status,
    headers: fields.map(([...pair]) => pair),
  })
}

/** The request as a client writes it. */
async function bytesOf(request: Request): Promise<{ scheme: string; bytes: Uint8Array }> {
  const { method, url, headers } = request
  const [, scheme = '', target = ''] = /^(https?):\/\/[^/?#]*(.*)$/s.exec(url) ?? []
  const lines = [...headers, ['connection', 'close']].map(([name, value]) => `${name}: ${value}`)
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  const body = new Uint8Array(await request.arrayBuffer())
  return { scheme, bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]) }
}

/** Makes the app of a scenario: see `Build`. */
export type BuildApp = (...described: Parameters<Build>) => WebApp | Promise<WebApp>

/**
 * Plays a scenario through both doors. The differences of an exchange are those of the web door, of
 * the Node door, and between the two: they must send the same status, header fields and bytes.
 */
export async function replayThroughBoth(
  scenario: Scenario,
  world: World,
  buildApp: BuildApp,
): Promise<ExchangeResult[]> {
  const web = await replayRecorded(webDoor, scenario, world, buildApp)
  const node = await replayRecorded(nodeDoor, scenario, world, buildApp)

  return web.results.map(({ name, differences }, index) => {
    const ofNode = node.results[index]?.differences ?? []
    const [expected, came] = [web, node].map(({ sent }) => JSON.stringify(sent.get(name)))
    return {
      name,
      differences: [
        ...differences,
        ...ofNode.map((difference) => `through the Node door: ${difference}`),
        ...(expected === came ? [] : [`through the Node door came ${came}, not ${expected}`]),
      ],
    }
  })
}

interface Recorded {
  results: ExchangeResult[]
  /** Status, header fields and body of each answer, by the names of the exchanges. */
  sent: Map<string, unknown[]>
}

/** What is random is the same each time. */
function replayRecorded(
  door: Door,
  scenario: Scenario,
  world: World,
  buildApp: BuildApp,
): Promise<Recorded> {
  return withSeededRandom(async () => {
    const sent = new Map<string, unknown[]>()
    const build: Build = async (...described) => {
      const service = door(await buildApp(...described))
      return async (request: Request, connection: Connection, exchange: string) => {
        const response = await service(request, connection, exchange)
        const body = Buffer.from(await response.clone().arrayBuffer()).toString('latin1')
        const answers = sent.get(exchange) ?? []
        sent.set(exchange, [...answers, response.status, fieldsOf(response), body])
        return response
      }
    }
    return { results: await replay(scenario, world, build), sent }
  })
}

/** A web response has no length before it is sent, so it is compared where both have it. */
const fieldsOf = ({ headers }: Response) =>
  [...headers].filter(([name]) => name !== 'content-length')
