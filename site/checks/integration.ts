import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { versions } from '../sources/versions.ts'
import { withContentPolicy } from './content-policy.ts'
import { partsOf } from './html.ts'
import { deadLinks } from './links.ts'

/** After the build: a dead link is an error, and every page gets its content security policy. */
export const checkedSite = (): AstroIntegration => {
  let url = ''
  return {
    name: 'checked-site',
    hooks: {
      'astro:config:done': ({ config }) => {
        url = new URL(config.base.replace(/\/?$/, '/'), config.site).href
      },

      'astro:build:done': ({ dir, logger }) => {
        const folder = fileURLToPath(dir)
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        const names = files.map((name) => name.replaceAll('\\', '/'))
        const pages = new Map(
          names
            .filter((name) => name.endsWith('.html'))
            .map((name) => [name, partsOf(readFileSync(join(folder, name), 'utf8'))]),
        )
        const others = versions
          .map(({ base }) => base)
          .filter((base) => base !== new URL(url).pathname)
        const dead = deadLinks({ url, pages, files: new Set(names), others })
        if (dead.length > 0) throw new Error(`Dead links:\n${dead.join('\n')}`)

        for (const [name, parts] of pages) {
          const path = join(folder, name)
          writeFileSync(path, withContentPolicy(readFileSync(path, 'utf8'), parts))
        }
        const links = [...pages.values()].reduce((sum, page) => sum + page.links.length, 0)
        logger.info(`${links} links of ${pages.size} pages lead somewhere`)
      },
    },
  }
}
