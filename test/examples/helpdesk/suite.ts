import type { AnyService } from '@turnpike/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres, postgresMissing } from '../../support/postgres.ts'
import { accessCases } from './access.ts'
import { type HelpDesk, openHelpDesk } from './open.ts'
import { pageCases } from './pages.ts'
import { ticketCases } from './tickets.ts'
import { writingCases } from './writing.ts'

/** Opens a fresh help desk before the tests of the group, and closes it after them. */
export type Desk = () => HelpDesk

/** The same requests and answers for every help desk, on each database that answers. */
export function helpDeskSuite(
  library: string,
  load: (database: 'sqlite' | 'postgres') => Promise<AnyService>,
) {
  const databases = [
    { database: 'sqlite', missing: null },
    { database: 'postgres', missing: postgresMissing },
  ] as const

  describe.each(databases)(
    `the help desk with ${library} on $database`,
    ({ database, missing }) => {
      if (missing !== null) return it.skip(`tickets are not tested: ${missing}`, () => {})

      let desk: HelpDesk
      let close = async () => {}
      const open = async (rate?: string) => {
        const own = database === 'postgres' ? await openPostgres() : null
        const opened = await openHelpDesk(await load(database), {
          ...(own !== null && { url: own.url }),
          ...(rate !== undefined && { rate }),
        })
        const closeAll = async () => {
          await opened.service.close()
          await own?.close()
        }
        return { opened, closeAll }
      }
      beforeAll(async () => {
        const { opened, closeAll } = await open()
        desk = opened
        close = closeAll
      })
      afterAll(() => close())

      ticketCases(() => desk)
      accessCases(() => desk)
      writingCases(() => desk)
      pageCases(() => desk)

      it('the fourth ticket within a minute is refused, and reading is not', async () => {
        const { opened, closeAll } = await open('3/min')
        try {
          const ann = await opened.customer()
          for (let count = 0; count < 3; count += 1) await ann.ticket()
          const fourth = await ann.send('POST', '/tickets/', { json: { subject: 'A', body: 'B' } })
          expect(fourth.status).toBe(429)
          expect(fourth.body).toMatchObject({ code: 'throttled', request_id: 'test' })
          expect((await ann.send('GET', '/tickets/')).status).toBe(200)
        } finally {
          await closeAll()
        }
      })
    },
  )
}
