import type { Metrics } from '@turnpike/telemetry/metrics'
import type { Telemetry } from 'turnpike/kit'
import type { Config } from '../config.ts'
import type { AnyService } from '../define-service.ts'
import { applicationVersion } from './application-version.ts'

/** The metrics among what follows a service. */
export const metricsAmong = (telemetry: readonly Telemetry[]): Metrics | undefined =>
  telemetry.find((each): each is Metrics => 'families' in each)

/** The definition with metrics if its port is set: its own, or new ones. */
export async function withMetrics(
  definition: AnyService,
  { metricsPort }: Pick<Config, 'metricsPort'>,
): Promise<AnyService> {
  const { telemetry = [] } = definition
  if (metricsPort === null || metricsAmong(telemetry) !== undefined) return definition
  // Loaded only if they are used.
  const { metrics } = await import('@turnpike/telemetry/metrics')
  const version = applicationVersion(process.cwd())
  return { ...definition, telemetry: [...telemetry, metrics({ version })] }
}
