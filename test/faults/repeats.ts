/** Repeats of a request with an idempotency key: the work is done once, whatever happens. */

import { setTimeout as sleep } from 'node:timers/promises'
import { createService, readConfig } from '@turnpike/service'
import { openDatabase } from '@turnpike/sql/node'
import { sql } from 'kysely'
import { type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import definition from './idempotent-service.ts'
import { exactly, type Finding, figure, isSo, report } from './report.ts'
import { type RunningService, secretKey, startService, stopService } from './service.ts'

const module = `${import.meta.dirname}/idempotent-service.ts`

/** Many repeats at once, over two processes. */
export async function parallelRepeats(kind: Kind, count: number): Promise<Finding[]> {
  const database = await madeDatabase(kind)
  const services = await Promise.all(
    [1, 2].map(() => startService({ databaseUrl: database.url, module })),
  )
  try {
    const payments = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        payPatiently(services[index % 2] as RunningService),
      ),
    )
    const answers = payments.flat()
    const paid = answers.filter(({ status }) => status === 201)
    const withStatus = (given: number) => answers.filter(({ status }) => status === given).length
    return [
      figure('repeats', count),
      figure('that found it under way', withStatus(409)),
      figure('that found the database busy', withStatus(503)),
      exactly('that got anything else', answers.filter(isOther).length, 0),
      exactly('that got the answer at last', paid.length, count),
      exactly('different answers', new Set(paid.map(({ body }) => body)).size, 1),
      exactly('rows', await rowsIn(database.url), 1),
    ]
  } finally {
    await Promise.all(services.map(stopService))
    await database.drop()
  }
}

/** The process is killed after the commit and before the answer. */
export async function lostAnswer(kind: Kind): Promise<Finding[]> {
  const database = await madeDatabase(kind)
  try {
    const env = { KILL_AFTER_COMMIT: 'true' }
    const killed = await startService({ databaseUrl: database.url, module, env })
    const lost = await pay(killed)
    const end = await killed.ended
    const rows = await rowsIn(database.url)
    const service = await startService({ databaseUrl: database.url, module })
    const again = await pay(service)
    await stopService(service)
    return [
      isSo('the process was killed', end === 'SIGKILL'),
      isSo('the first request got no answer', lost.status === 0),
      exactly('rows before the repeat', rows, 1),
      exactly('status of the repeat', again.status, 201),
      isSo('it is an answer sent again', again.isReplayed),
      exactly('rows after the repeat', await rowsIn(database.url), 1),
    ]
  } finally {
    await database.drop()
  }
}

interface Paid {
  /** 0: no answer came. */
  readonly status: number
  readonly body: string
  readonly isReplayed: boolean
}

async function pay({ url }: RunningService): Promise<Paid> {
  try {
    const response = await fetch(`${url}/payments/`, {
      method: 'POST',
      headers: { 'Idempotency-Key': 'one', 'Content-Type': 'application/json' },
      body: '{}',
    })
    const isReplayed = response.headers.get('Idempotency-Replayed') === 'true'
    return { status: response.status, body: await response.text(), isReplayed }
  } catch {
    await sleep(5)
    return { status: 0, body: '', isReplayed: false }
  }
}

/** All answers, the last one of which is no longer a refusal for now. */
async function payPatiently(service: RunningService): Promise<Paid[]> {
  const answers = [await pay(service)]
  while ([409, 503].includes(answers.at(-1)?.status ?? 0) && answers.length < 100) {
    await sleep(1000 + 2000 * Math.random())
    answers.push(await pay(service))
  }
  return answers
}

const isOther = ({ status }: Paid) => ![201, 409, 503].includes(status)

async function madeDatabase(kind: Kind) {
  const database = await makeDatabase(kind)
  const config = readConfig({
    DATABASE_URL: database.url,
    SECRET_KEYS: secretKey,
    LOG_LEVEL: 'silent',
  })
  const { close } = await createService(definition, config, { migrate: true })
  await close()
  return database
}

async function rowsIn(url: string): Promise<number> {
  const { db, close } = openDatabase(url)
  const { rows } = await sql<{ count: unknown }>`select count(*) as count from payment`
    .execute(db)
    .finally(close)
  return Number(rows[0]?.count)
}

if (import.meta.main) {
  for (const kind of await kindsAtHand(process.argv)) {
    report(`1,000 repeats at once, ${kind}`, await parallelRepeats(kind, 1000))
    report(`An answer that is lost, ${kind}`, await lostAnswer(kind))
  }
}
