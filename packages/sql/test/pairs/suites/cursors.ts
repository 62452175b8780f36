import type { TestClient } from '@turnpike/testing'
import { cursorPagination } from 'turnpike'
import { expectSame, expectThat } from '../../../../testing/src/contracts/expect.ts'
import type { AnyItems } from '../pair.ts'
import type { Opened } from '../session.ts'
import { suite } from '../suite.ts'
import { idsOn, listClient, type Page, pageOf } from './answers.ts'
import { expectedIds, thingAnswers, things } from './things.ts'

const orderings = [
  ...[['at'], ['-at'], ['big'], ['-big'], ['price'], ['-price'], ['rank'], ['-rank'], ['done']],
  ...[['name'], ['-name'], ['done', '-at'], ['-rank', 'big'], ['price', '-name', 'at']],
  ...[['-done', '-rank', '-big'], ['rank', 'done', '-id'], ['-id']],
]

const rows = things(60)

export const cursors = suite('Cursors', (it) => {
  for (const ordering of orderings) {
    it(`cursors by [${ordering}] meet each row once, in order, forward and back`, async ({
      pair,
      orm,
      add,
    }) => {
      await add('thing', rows)
      const client = clientOf(orm.items('thing'), ordering)

      const forward = await walk(client, '/', 'next')
      const back = await walk(client, forward.last, 'previous')

      const ids = forward.pages.flatMap(idsOn)
      expectSame(new Set(ids).size, rows.length, 'the number of different ids')
      expectSame(ids.length, rows.length, 'the number of ids')
      const expected = expectedIds(rows, ordering, pair.kind !== 'postgres')
      if (expected !== null) expectSame(ids, expected, 'the ids in order')
      expectSame(back.pages.toReversed().flatMap(idsOn), ids, 'the ids on the way back')
    })
  }

  for (const ordering of [['-at', 'price'], ['big'], ['rank', '-done', 'name']]) {
    it(`cursors by [${ordering}] meet each row that stays once, while others come and go`, async (opened) => {
      await expectEachOnce(opened, ordering)
    })
  }

  it('the values on a page are exact: microseconds, integers of 64 bits and decimals', async ({
    orm,
    add,
  }) => {
    await add('thing', rows)
    const { pages } = await walk(clientOf(orm.items('thing'), ['id']), '/', 'next')

    const found = pages.flatMap(({ results }) => results)
    for (const [index, row] of rows.entries()) {
      const { big } = row
      const isExact = big === null || Number.isSafeInteger(Number(big))
      const expected = { ...row, big: isExact && big !== null ? Number(big) : big }
      expectSame(found[index], expected, `the row ${row.id} on a page`)
    }
  })
})

const clientOf = (items: AnyItems, ordering: readonly string[]): TestClient =>
  listClient({ items, answers: thingAnswers, pagination: cursorPagination({ ordering }) })

/** Rows are removed and added before and behind the reader, who meets the others once. */
async function expectEachOnce(opened: Opened, ordering: readonly string[]): Promise<void> {
  const { orm, other, add } = opened
  const staying = rows.slice(0, 40)
  await add('thing', rows)
  let next = 1000
  const disturb = async () => {
    const leaving = rows.find(({ id }) => id > 40 && !gone.has(id))
    const row = { ...(rows[next % rows.length] as (typeof rows)[number]), id: next++ }
    await orm.insert('thing', row)
    if (leaving === undefined || other === null) return
    gone.add(leaving.id)
    await other.deleteFrom('thing').where('id', '=', leaving.id).execute()
  }
  const gone = new Set<number>()
  const client = clientOf(orm.items('thing'), ordering)
  const forward = await walk(client, '/', 'next', disturb)
  const back = await walk(client, forward.last, 'previous', disturb)

  for (const { pages } of [forward, back]) {
    const ids = pages.flatMap(idsOn)
    expectSame(new Set(ids).size, ids.length, 'the number of different ids')
    const missed = staying.filter(({ id }) => !ids.includes(id))
    expectSame(missed, [], 'the rows that were missed')
  }
}

/** The pages that the links lead to, and the address of the last one. */
async function walk(
  client: TestClient,
  path: string,
  link: 'next' | 'previous',
  between?: () => Promise<void>,
) {
  const pages: Page[] = []
  let last = path
  for (let url: string | null = path; url !== null; ) {
    const page: Page = await pageOf(await client.get(url), `the page ${pages.length + 1}`)
    pages.push(page)
    last = url
    url = page[link]
    expectThat(pages.length < 60, 'The links come to an end.')
    await between?.()
  }
  return { pages, last }
}
