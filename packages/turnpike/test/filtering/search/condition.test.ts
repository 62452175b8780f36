import { describe, expect, it } from 'vitest'
import { ValidationError } from '../../../src/errors/exceptions.ts'
import { searchCondition } from '../../../src/filtering/search/search.ts'
import { searchFilter } from '../../../src/filtering/search/search-filter.ts'
import type { ApiRequest } from '../../../src/http/request.ts'

describe('the condition of a search', () => {
  it('a search asks for each term in any field, as the prefix of the field says', () => {
    const fields = ['title', '^code', '=isbn', '@body']
    expect(searchCondition({ fields }, ['old', 'the sea'])).toEqual({
      all: [
        {
          any: [
            { field: 'title', operator: 'contains', value: 'old' },
            { field: 'code', operator: 'startsWith', value: 'old' },
            { field: 'isbn', operator: 'equalsText', value: 'old' },
            { field: 'body', operator: 'fullText', value: '"old"' },
          ],
        },
        {
          any: [
            { field: 'title', operator: 'contains', value: 'the sea' },
            { field: 'code', operator: 'startsWith', value: 'the sea' },
            { field: 'isbn', operator: 'equalsText', value: 'the sea' },
            { field: 'body', operator: 'fullText', value: '"the sea"' },
          ],
        },
      ],
    })
  })

  it.each([
    ['or', '"or"'],
    ['-sea', '"-sea"'],
    ['a "b" c', '"a  b  c"'],
  ])('full text search takes the term %j literally', (term, value) => {
    expect(searchCondition({ fields: ['@body'] }, [term])).toEqual({
      all: [{ any: [{ field: 'body', operator: 'fullText', value }] }],
    })
  })

  it.each(['\ud800', 'a\udfffb', '\0'])('a search for %j is refused', (text) => {
    const filter = searchFilter({ fields: ['title'] }, 'q')
    const read = () => filter.condition(new Map([['q', text]]), {} as ApiRequest)
    expect(read).toThrow(ValidationError)
  })
})
