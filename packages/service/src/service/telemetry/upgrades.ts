import { WebRequest } from 'turnpike/internal/web/web-request'
import type { Answer } from 'turnpike/kit'
import { answerOf, toResponse } from 'turnpike/kit'
import type { Upgrade, UpgradeHandler } from 'turnpike/node'
import type { ServiceAnswering } from '../service-app.ts'

/** The answer of the log and of metrics to a request whose socket the handler has taken. */
const switchingProtocols: Answer = { status: 101, fields: [], body: null }

/**
 * An upgrade handler with the same around it as the requests of the service: log, telemetry.
 *
 * @param around what is put around the answering.
 */
export function upgradesAround(
  handler: UpgradeHandler,
  around: (answering: ServiceAnswering) => ServiceAnswering,
): UpgradeHandler {
  const answering = around(async (_request, environment) => {
    // It is the upgrade below, with what was put around it.
    const response = await handler(environment as Upgrade)
    return response === undefined ? switchingProtocols : answerOf(response)
  })

  return async (upgrade) => {
    const answer = await answering(new WebRequest(upgrade.request), upgrade)
    return answer.status === switchingProtocols.status ? undefined : toResponse(answer)
  }
}
