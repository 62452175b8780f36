import { arrayItems, type CursorOptions } from 'turnpike'
import { browsableRenderer } from 'turnpike/pages'
import { describe, expect, it } from 'vitest'
import { idsOf, numbered } from './client.ts'
import { at, listing, walk } from './cursor-list.ts'

// Spec, "Limits", "Cursor style attributes".

describe('Cursor style attributes', () => {
  it('| `page_size` | value of `PAGE_SIZE` | Items per page. |', async () => {
    const items = arrayItems(numbered(5))
    const ordering = 'id'

    expect(await walk(listing(items, { ordering }), '/')).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    expect(await walk(listing(items, { ordering, pageSize: 2 }), '/')).toEqual([
      [1, 2],
      [3, 4],
      [5],
    ])
  })

  it('| `cursor_query_param` | `cursor` | Name of the cursor parameter. |', async () => {
    const items = arrayItems(numbered(5))
    const usual = await (await listing(items, { ordering: 'id' }).get('/')).json()
    expect(usual.next).toMatch(/\?cursor=/)

    const renamed = listing(items, { ordering: 'id', cursorQueryParam: 'mark' })
    const { next } = await (await renamed.get('/')).json()
    expect(next).toMatch(/\?mark=/)
    expect(idsOf(await (await renamed.get(next)).json())).toEqual([4, 5])
    const ignored = await (await renamed.get(next.replace('mark=', 'cursor='))).json()
    expect(idsOf(ignored)).toEqual([1, 2, 3])
  })

  describe('| `ordering` | `-created` | A string or list of strings naming the field(s) for ordering (newest first by default). It can also be overridden by an ordering filter on the view. |', () => {
    const events = [at(1, 20), at(2, 40), at(3, 10), at(4, 30)]
    const ranked = [
      { id: 1, rank: 2, name: 'b' },
      { id: 2, rank: 1, name: 'c' },
      { id: 3, rank: 2, name: 'a' },
      { id: 4, rank: 1, name: 'd' },
    ]

    it('newest first by default', async () => {
      expect((await walk(listing(arrayItems(events)), '/')).flat()).toEqual([2, 4, 1, 3])
    })

    it('A string or list of strings', async () => {
      const byName = listing(arrayItems(ranked), { ordering: 'name' })
      const byRank = listing(arrayItems(ranked), { ordering: ['rank', '-name'] })

      expect((await walk(byName, '/')).flat()).toEqual([3, 1, 2, 4])
      expect((await walk(byRank, '/')).flat()).toEqual([4, 2, 1, 3])
    })

    it('It can also be overridden by an ordering filter on the view.', async () => {
      const orderingFilter = { fields: ['name'] }
      const client = listing(arrayItems(ranked), { ordering: 'id' }, { orderingFilter })

      expect((await walk(client, '/')).flat()).toEqual([1, 2, 3, 4])
      expect((await walk(client, '/?ordering=-name')).flat()).toEqual([4, 2, 1, 3])
      expect((await walk(client, '/?ordering=rank')).flat()).toEqual([1, 2, 3, 4])
    })
  })

  it('| `template` | `rest_framework/pagination/previous_and_next.html` | As above. |', async () => {
    const items = arrayItems(numbered(5))
    const DEFAULT_RENDERER_CLASSES = [browsableRenderer()]
    const page = async (options: CursorOptions) => {
      const { get } = listing(items, { ordering: 'id', ...options }, { DEFAULT_RENDERER_CLASSES })
      return (await get('/')).text()
    }

    expect(await page({})).toMatch(
      /class="pager"[\s\S]*href="http:\/\/testserver\/\?cursor=[\w-]+"/,
    )
    expect(await page({ template: null })).not.toContain('class="pager"')
  })
})
