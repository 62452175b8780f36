import type { View } from 'turnpike'
import { viewsOf } from 'turnpike/internal/routes'
import type { ServiceContext } from '../define-service.ts'
import type { ServiceApp } from '../service-app.ts'
import { commandLineOf } from './command-line.ts'

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
  const list = views.find(([, view]) => isOwnList(view))
  const turnpike = await commandLineOf(process.env.npm_package_json)
  const username = await firstUsername(context)
  return [
    '',
    `${name} is at ${url}/`,
    ...pages,
    '',
    'Try in another terminal:',
    ...(username === null ? [`  ${turnpike} create-user ann --staff`] : []),
    `  ${turnpike} token ${username ?? 'ann'}`,
    ...(list ? [`  curl ${url}${list[0]} -H 'Authorization: Token …'`] : []),
    '',
    'It starts again when one of its files changes. Ctrl+C stops it.',
    '',
  ].join('\n')
}

type Views = readonly (readonly [path: string, view: View])[]

const pageOf = (views: Views, page: View['page']): string | undefined =>
  views.find(([, view]) => view.page === page)?.[0]

/** A list of the application to which items can be added: not a page of the service. */
const isOwnList = ({ page, pagination, handlers }: View): boolean =>
  page === null && pagination !== null && handlers.has('POST') && handlers.has('GET')

async function firstUsername({ users }: ServiceContext): Promise<string | null> {
  for await (const { username } of users.all()) return username
  return null
}
