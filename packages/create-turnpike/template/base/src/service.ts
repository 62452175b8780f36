import { defineService } from '@turnpike/service'
import { routes } from 'turnpike'
import { docsViews, openApiView } from 'turnpike/openapi'
import { errorPages, homeView } from 'turnpike/pages'
import { accountViews, adminPages } from './accounts.ts'
import { type Context, newApi, site } from './api.ts'
import { migrations } from './migrations.ts'
import { notesViews } from './notes.ts'

export default defineService({
  name: '{{name}}',
  migrations,
  app(context: Context) {
    const api = newApi(context)
    const views = {
      ...notesViews(api, context),
      ...accountViews(api, context),
    }
    const documented = {
      ...views,
      '/openapi.json': openApiView(views, { title: site.title, version: '1.0.0' }),
      ...docsViews(site),
    }
    const all = { ...documented, ...adminPages(context) }
    return routes(api, { '/': homeView(all), ...all }, errorPages(site))
  },
})
