import type { View } from 'turnpike'

/** Whether its GET answers with a list. */
export const isList = ({ operations }: View): boolean => operations.get('GET')?.isList === true

/** The paths of the views that match. */
export const pathsWhere = (
  views: ReadonlyMap<string, View> | null,
  holds: (view: View) => boolean,
): string[] => [...(views ?? [])].filter(([, view]) => holds(view)).map(([path]) => path)

/** `/a/, /b/ and 3 more` */
export const named = (paths: readonly string[]): string =>
  paths.length <= most
    ? paths.join(', ')
    : `${paths.slice(0, most).join(', ')} and ${paths.length - most} more`

const most = 3
