import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data'
import { base } from '../sources/versions.ts'

type Entries = StarlightRouteData['sidebar']

/** The page of an export is not in the sidebar: its subpath stands for it there. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { entry, sidebar } = locals.starlightRoute
  const [, subpath] = /^(api\/.*)\/[\w-]+\/[^/]+$/.exec(entry.id) ?? []
  if (subpath !== undefined) markCurrent(sidebar, `${base}${subpath}/`)
})

function markCurrent(entries: Entries, href: string): void {
  for (const entry of entries) {
    if (entry.type === 'group') markCurrent(entry.entries, href)
    else if (entry.href === href) entry.isCurrent = true
  }
}
