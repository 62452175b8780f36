import { ConfigurationError, type View } from 'turnpike'
import type { Config } from '../config.ts'

/** Whether clients learn why they are refused: by the environment, or by the code of a view. */
export const isExplaining = (
  { settings }: Pick<Config, 'settings'>,
  views: ReadonlyMap<string, View> | null,
): boolean =>
  settings.EXPLAIN_REFUSALS === true ||
  [...(views?.values() ?? [])].some((view) => view.settings.EXPLAIN_REFUSALS)

/** @throws ConfigurationError when a service in production would explain its refusals. */
export function refuseInProduction(
  config: Pick<Config, 'settings'>,
  views: ReadonlyMap<string, View> | null,
): void {
  if (process.env.NODE_ENV !== 'production' || !isExplaining(config, views)) return
  throw new ConfigurationError(
    'EXPLAIN_REFUSALS is true and NODE_ENV is production: the answers would say which schemes and ' +
      'permissions the service has. Set EXPLAIN_REFUSALS=false, and run turnpike explain instead.',
  )
}
