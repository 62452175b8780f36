import type { View } from 'turnpike'
import { viewsOf } from 'turnpike/internal/routes'
import type { ServiceContext } from '../define-service.ts'
import type { ServiceApp } from '../service-app.ts'

/** Where a service is, and what to try. */
export async function guideTo(
  name: string,
  url: string,
  { app, context }: { app: ServiceApp; context: ServiceContext },
): Promise<string> {
  const views = [...(viewsOf(app) ?? [])].filter(([path]) => !/[:*]/.test(path))
  const pages = [
    ['Documentation', pageOf(views, 'docs')],
    ['Admin', pageOf(views, 'admin')],
  ].flatMap(([title = '', path]) => (path ? [`  ${title.padEnd(14)} ${url}${path}`] : []))
  const list = views.find(([, view]) => isList(view))
  return [
    '',
    `${name} is at ${url}/`,
    ...pages,
    '',
    'Try in another terminal:',
    ...((await hasUsers(context)) ? [] : ['  turnpike create-user ann --staff']),
    '  turnpike token ann',
    ...(list ? [`  curl ${url}${list[0]} -H 'Authorization: Token …'`] : []),
    '',
    'It starts again when one of its files changes. Ctrl+C stops it.',
    '',
  ].join('\n')
}

type Views = readonly (readonly [path: string, view: View])[]

const pageOf = (views: Views, page: View['page']): string | undefined =>
  views.find(([, view]) => view.page === page)?.[0]

const isList = ({ page, pagination, handlers }: View): boolean =>
  page === null && pagination !== null && handlers.has('POST') && handlers.has('GET')

async function hasUsers({ users }: ServiceContext): Promise<boolean> {
  for await (const _ of users.all()) return true
  return false
}
