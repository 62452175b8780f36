import type { View } from 'turnpike'
import { viewsOf } from 'turnpike/internal/routes'
import { CommandFailed } from 'turnpike/kit'
import type { ServiceApp } from '../../../service/service-app.ts'

/** The views of an app by path. @throws CommandFailed when they are unknown. */
export function knownViews(app: ServiceApp): ReadonlyMap<string, View> {
  const views = viewsOf(app)
  if (views !== null) return views
  throw new CommandFailed(
    'The views of the service are unknown, because its app is not what routes() returns. Return ' +
      'that from app(): the views of an app inside another are not found.',
  )
}
