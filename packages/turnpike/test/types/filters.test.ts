import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  choiceFilter,
  containsFilter,
  customFilter,
  dateFilter,
  equalsTextFilter,
  exactFilter,
  inFilter,
  isNullFilter,
  rangeFilter,
  startsWithFilter,
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

const api = createApi()
const items = arrayItems<Task>([])
const number = integerField()

describe('the filters of a list', () => {
  it('filters are those of fields of the items', () => {
    api.listView({
      items,
      filters: {
        id: [rangeFilter(number), inFilter(number)],
        owner: [exactFilter(number), isNullFilter()],
        status: choiceFilter(['open', 'done']),
        title: [containsFilter(), startsWithFilter(), equalsTextFilter()],
        created: dateFilter(),
        isUrgent: exactFilter(booleanField()),
        tags: isNullFilter(),
      },
    })
    api.listView({ items, filters: null })
    api.listView({
      items,
      // @ts-expect-error the items have no such field
      filters: { ownr: exactFilter(number) },
    })
    api.listView({
      items: () => items,
      // @ts-expect-error the items have no such field
      filters: { titel: [containsFilter()] },
    })
  })

  it('a filter fits the type of its field', () => {
    api.listView({
      items,
      // @ts-expect-error a number is no moment
      filters: { id: dateFilter() },
    })
    api.listView({
      items,
      // @ts-expect-error a number contains no text
      filters: { owner: [exactFilter(number), containsFilter()] },
    })
    api.listView({
      items,
      // @ts-expect-error true and false have no order
      filters: { isUrgent: rangeFilter(number) },
    })
    api.listView({
      items,
      // @ts-expect-error a list is not compared
      filters: { tags: exactFilter(number) },
    })
  })

  it('choices are values of the field', () => {
    api.listView({
      items,
      filters: { status: choiceFilter(['done']), title: choiceFilter(['a', 'b']) },
    })
    api.listView({
      items,
      // @ts-expect-error no task is archived
      filters: { status: choiceFilter(['open', 'archived']) },
    })
    api.listView({
      items,
      // @ts-expect-error a title is no number
      filters: { title: choiceFilter([1, 2]) },
    })
  })

  it('items of unknown fields may have any filters', () => {
    api.listView({
      items: arrayItems<Record<string, unknown>>([]),
      filters: { anything: exactFilter(number), else: [dateFilter(), containsFilter()] },
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
    api.listView({ items, filters: { whatever: mine, owner: exactFilter(number) } })
    api.listView({ items, filters: { owner: [exactFilter(number), mine] } })
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
