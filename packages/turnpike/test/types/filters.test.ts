import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  contains,
  customFilter,
  dates,
  equalsText,
  exact,
  isIn,
  isNull,
  oneOf,
  range,
  startsWith,
} from '../../src/filtering/index.ts'
import {
  type Account,
  type ApiRequest,
  arrayItems,
  booleanField,
  createApi,
  integerField,
  isAuthenticated,
  memoryAccounts,
  tokenAuthentication,
} from '../../src/index.ts'

interface Task {
  id: number
  owner: number | null
  status: 'open' | 'done'
  title: string
  created: Date
  isUrgent: boolean
  tags: { name: string }[]
}

const api = createApi({})
const items = arrayItems<Task>([])
const number = integerField()

describe('the filters of a list', () => {
  it('filters are those of fields of the items', () => {
    api.listView({
      items,
      filters: {
        id: [range(number), isIn(number)],
        owner: [exact(number), isNull()],
        status: oneOf(['open', 'done']),
        title: [contains(), startsWith(), equalsText()],
        created: dates(),
        isUrgent: exact(booleanField()),
        tags: isNull(),
      },
    })
    api.listView({ items, filters: null })
    api.listView({
      items,
      // @ts-expect-error the items have no such field
      filters: { ownr: exact(number) },
    })
    api.listView({
      items: () => items,
      // @ts-expect-error the items have no such field
      filters: { titel: [contains()] },
    })
  })

  it('a filter fits the type of its field', () => {
    api.listView({
      items,
      // @ts-expect-error a number is no moment
      filters: { id: dates() },
    })
    api.listView({
      items,
      // @ts-expect-error a number contains no text
      filters: { owner: [exact(number), contains()] },
    })
    api.listView({
      items,
      // @ts-expect-error true and false have no order
      filters: { isUrgent: range(number) },
    })
    api.listView({
      items,
      // @ts-expect-error a list is not compared
      filters: { tags: exact(number) },
    })
  })

  it('choices are values of the field', () => {
    api.listView({ items, filters: { status: oneOf(['done']), title: oneOf(['a', 'b']) } })
    api.listView({
      items,
      // @ts-expect-error no task is archived
      filters: { status: oneOf(['open', 'archived']) },
    })
    api.listView({
      items,
      // @ts-expect-error a title is no number
      filters: { title: oneOf([1, 2]) },
    })
  })

  it('items of unknown fields may have any filters', () => {
    api.listView({
      items: arrayItems<Record<string, unknown>>([]),
      filters: { anything: exact(number), else: [dates(), contains()] },
    })
  })

  it('a custom filter has any name and the values of its schema', () => {
    const mine = customFilter({
      parameters: z.object({ mine: booleanField(), since: number }),
      condition(values, request) {
        expectTypeOf(values).toEqualTypeOf<{ mine?: boolean; since?: number }>()
        expectTypeOf(request).toEqualTypeOf<ApiRequest>()
        return null
      },
    })
    api.listView({ items, filters: { whatever: mine, owner: exact(number) } })
    api.listView({ items, filters: { owner: [exact(number), mine] } })
  })

  it('a custom filter may need the user that the policies of the view give', () => {
    const parameters = z.object({ mine: booleanField() })
    const mine = customFilter({
      parameters,
      condition: ({ mine }, { user }: ApiRequest<Account & { isAuthenticated: true }>) =>
        mine ? { field: 'owner', operator: '=', value: Number(user.pk) } : null,
    })
    const { tokens } = memoryAccounts()
    const authentication = [tokenAuthentication({ tokens })] as const

    api.listView({
      items,
      authentication,
      permissions: [isAuthenticated],
      filters: { mine },
    })
    api.listView({
      items,
      authentication,
      permissions: [],
      // @ts-expect-error the user may be anonymous
      filters: { mine },
    })
  })
})
