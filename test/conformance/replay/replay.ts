import type { Connection } from 'turnpike'
import { type Answer, readAnswer } from './answer.ts'
import { Clock } from './clock.ts'
import { answerDifferences } from './compare.ts'
import { CookieJar } from './cookies.ts'
import { valueAt } from './exact-json.ts'
import { valueToSave } from './saved-values.ts'
import type { Exchange, ExchangeRequest, Scenario, World } from './scenario.ts'
import { connectionOf, webRequest } from './send.ts'

/** Anything that answers requests; it may look at the name of the exchange that they are of. */
export type Service = (
  request: Request,
  connection: Connection,
  exchange: string,
) => Response | Promise<Response>

/** Makes the service that a scenario describes, in its first state, reading that clock. */
export type Build = (world: World, scenario: Scenario, clock: Clock) => Service | Promise<Service>

export interface ExchangeResult {
  name: string
  /** One sentence for each way in which the answer is not what was expected; none: it passed. */
  differences: string[]
}

/** Plays the exchanges of a scenario in order against one service and compares every answer. */
export async function replay(
  scenario: Scenario,
  world: World,
  build: Build,
): Promise<ExchangeResult[]> {
  const clock = new Clock()
  const jars = new Map<string, CookieJar>()
  const saved = new Map<string, unknown>()

  const service = await attempt(() => build(world, scenario, clock))
  if ('error' in service) {
    const differences = [`the service cannot be built: ${service.error}`]
    return scenario.exchanges.map(({ name }) => ({ name, differences }))
  }

  const results: ExchangeResult[] = []
  for (const exchange of scenario.exchanges) {
    const outcome = await attempt(() =>
      play(exchange, world, service.value, { clock, jars, saved }),
    )
    const differences = 'error' in outcome ? [`an error came: ${outcome.error}`] : outcome.value
    results.push({ name: exchange.name, differences })
  }
  return results
}

/** What carries over from exchange to exchange besides the service itself. */
interface State {
  clock: Clock
  jars: Map<string, CookieJar>
  saved: Map<string, unknown>
}

async function play(
  { name: exchange, request, walk, save = {}, response }: Exchange,
  world: World,
  service: Service,
  { clock, jars, saved }: State,
): Promise<string[]> {
  if (request.at !== undefined) clock.seconds = request.at
  const jar = request.cookies === undefined ? null : jarOf(jars, request.cookies)

  const send = async (next: ExchangeRequest): Promise<Answer> => {
    const connection = connectionOf(next, world)
    const answer = await service(webRequest(next, { world, saved, jar }), connection, exchange)
    jar?.receive(answer.headers)
    return readAnswer(answer)
  }

  const first = await send(request)
  const answers = walk === undefined ? [first] : await walkOn(first, walk.follow, request, send)

  const differences = answerDifferences(response, answers, saved)
  for (const [name, source] of Object.entries(save)) {
    const value = valueToSave(source, answers.at(-1) ?? first, jar)
    if (value === undefined) differences.push(`nothing to save as ${name}`)
    else saved.set(name, value)
  }
  return differences
}

/** The answers of a walk: the first one and those of the URLs that each names at `follow`. */
async function walkOn(
  first: Answer,
  follow: string,
  request: ExchangeRequest,
  send: (request: ExchangeRequest) => Promise<Answer>,
): Promise<Answer[]> {
  const { json: _json, form: _form, body: _body, body_base64: _bytes, ...repeated } = request

  const answers = [first]
  let next = valueAt(first.json, follow)
  while (typeof next === 'string') {
    if (answers.length >= longestWalk) throw new Error(`no end after ${longestWalk} pages`)
    const answer = await send({ ...repeated, path: next })
    answers.push(answer)
    next = valueAt(answer.json, follow)
  }
  return answers
}

/** More pages than any scenario has; a list that never ends is stopped here. */
const longestWalk = 1000

function jarOf(jars: Map<string, CookieJar>, name: string): CookieJar {
  const jar = jars.get(name) ?? new CookieJar()
  jars.set(name, jar)
  return jar
}

async function attempt<Value>(
  action: () => Value | Promise<Value>,
): Promise<{ value: Value } | { error: unknown }> {
  try {
    return { value: await action() }
  } catch (error) {
    return { error }
  }
}
