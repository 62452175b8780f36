/** The primary of PostgreSQL is lost under load, and its standby is promoted. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openOwnPostgres, ownPostgresMissing } from '../support/own-postgres.ts'
import { postgresLoad } from './postgres-load.ts'
import { atLeast, atMost, exactly, type Finding, figure, report } from './report.ts'
import { prepare, startService } from './service.ts'

/**
 * @param isSynchronous whether the primary acknowledges a write only when the standby has it, so
 *   that none is lost.
 */
export async function failOver(isSynchronous: boolean): Promise<Finding[]> {
  await using servers = new AsyncDisposableStack()
  const primary = servers.adopt(await openOwnPostgres(), ({ close }) => close())
  const standby = servers.adopt(await primary.openStandby(), ({ close }) => close())
  if (isSynchronous) await primary.set('synchronous_standby_names', '*')
  const { token } = await prepare(primary.url)
  const both = new URL(primary.url)
  const hosts = `${both.host},${new URL(standby.url).host}`
  const databaseUrl = primary.url.replace(both.host, hosts)
  const load = postgresLoad(await startService({ databaseUrl }), token)
  const { ask, headers } = load

  await sleep(1000)
  await primary.stop('immediate')
  await sleep(1000)
  await standby.promote()
  const begin = performance.now()
  const body = JSON.stringify({ title: 'after the promotion' })
  while ((await ask('/notes/', { method: 'POST', headers, body })) !== 201) await sleep(5)
  const recovery = performance.now() - begin
  await sleep(1000)

  const { unavailable, lost, findings } = await load.end(standby.url)
  return [
    ...findings,
    atLeast('answers 503', unavailable, 1),
    atMost('first write after the promotion', recovery, 2000, 'ms'),
    isSynchronous
      ? exactly('acknowledged writes lost', lost, 0)
      : figure('acknowledged writes lost', lost),
  ]
}

if (import.meta.main) {
  if (ownPostgresMissing !== null) console.warn(`Left out: ${ownPostgresMissing}`)
  else {
    report('A synchronous standby is promoted under load', await failOver(true))
    report('An asynchronous standby is promoted under load', await failOver(false))
  }
}
