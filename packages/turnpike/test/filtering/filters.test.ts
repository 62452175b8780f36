import type { TestClient } from '@turnpike/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveTasks, sources, type Task, tasks } from './tasks.ts'

const all = tasks.map(({ id }) => id)

/** Which tasks a query lists. */
const cases: readonly (readonly [query: string, ids: readonly number[]])[] = [
  ['', all],
  ['owner=1', [1, 4]],
  ['owner=99', []],
  ['owner=', all],
  ['owner=1&owner=2', [2]],
  ['owner=1&owner=', all],
  ['owner=1.0', [1, 4]],
  ['owner=9223372036854775807', []],
  ['owner=-9223372036854775808', []],
  ['owner__in=1,2', [1, 2, 4]],
  ['owner__in=2', [2]],
  ['owner__in=1,', [1, 4]],
  ['owner__in=,1', [1, 4]],
  ['owner__in=1,,2', [1, 2, 4]],
  ['owner__in=+1,+2', [1, 2, 4]],
  ['owner__in=,', []],
  ['owner__in=', all],
  [`owner__in=${'1,'.repeat(100)}`, [1, 4]],
  [`id__in=${Array.from({ length: 100 }, (_, index) => index + 3).join()}`, [3, 4]],
  ['owner__isnull=true', [3]],
  ['owner__isnull=false', [1, 2, 4]],
  ['owner__isnull=0&owner=2', [2]],
  ['priority__gt=3', [2, 4]],
  ['priority__gte=3', [1, 2, 4]],
  ['priority__lt=3', [3]],
  ['priority__lte=3', [1, 3]],
  ['priority__gte=-1&priority__lt=5', [1, 3]],
  ['priority__gte=9223372036854775807', []],
  ['status=open', [1, 3]],
  ['status__in=open', [1, 3]],
  ['status__in=open,done', all],
  ['status__in=open,', [1, 3]],
  ['title=Buy%20tea', [1]],
  ['title=buy%20tea', []],
  ['title=+Buy%20tea%C2%A0', [1]],
  ['title=+', all],
  ['title__in=+Buy%20tea+,', [1]],
  ['title__iexact=+BUY+TEA+', [1]],
  ['title__iexact=%20%09', all],
  ['title__contains=%20TEA%20', [1, 2]],
  ['title__startswith=+buy+', [1]],
  ['title__iexact=BUY+TEA', [1]],
  ['title__contains=TEA', [1, 2]],
  ['title__icontains=tea', [1, 2]],
  ['title__contains=%25', [2]],
  ['title__contains=_', [2]],
  ['title__contains=%5C', []],
  ["title__contains='", []],
  ['title__startswith=tea', [2]],
  ['title__istartswith=BUY', [1]],
  ['title__startswith=%25', []],
  ['title=constructor', [3]],
  ['title=__proto__', []],
  ['title__in=constructor,Buy%20tea', [1, 3]],
  ['title=%C3%9Cn%C3%AFcode', [4]],
  ['created__gte=2025-01-31', [1, 2, 3]],
  ['created__gt=2025-01-31', [3]],
  ['created__lte=2025-01-31', [1, 2, 4]],
  ['created__lt=2025-01-31', [4]],
  ['created__date=2025-01-31', [1, 2]],
  ['created__year=2024', [4]],
  ['created__year=2025', [1, 2, 3]],
  ['created=2025-01-31', [1, 2]],
  ['created=2025-02-01T00:00:00Z', [3]],
  ['created=2025-02-01T01:00:00%2B01:00', [3]],
  ['created=2025-02-01T01:00:00+01:00', [3]],
  ['created__in=2025-02-01T00:00:00Z,2024-12-31', [3, 4]],
  ['created__gt=2025-02-01T00:00:00Z', []],
  ['created__gte=2025-02-01T00:00:00Z', [3]],
  ['created__lt=2025-02-01T00:00:00', [1, 2, 4]],
  ['created__lte=2025-01-31T23:59:59.5Z', [1, 2, 4]],
  ['created__gte=2025-01-31T23:59:59.500Z&created__lte=2025-01-31T23:59:59.500Z', [2]],
  ['created__lte=9999-12-31', all],
  ['created__gt=9999-12-31', []],
  ['created__gte=0001-01-01', all],
  ['created__year=9999', []],
  ['due=2025-01-31', [2]],
  ['due__gt=2025-01-31', [1]],
  ['due__lte=2025-01-31', [2, 4]],
  ['due__date=2024-02-29', [4]],
  ['due__year=2025', [1, 2]],
  ['due__isnull=1', [3]],
  ['price=9.5', [1]],
  ['price=9.50', [1]],
  ['price__gt=9.5', [2, 4]],
  ['price__lte=1e1', [1, 2]],
  ['price__lt=99999999999999999999.5', [1, 2, 4]],
  ['weight=1.5', [1]],
  ['weight__gte=1.5', [1, 2]],
  ['weight__lt=1e300', [1, 2, 4]],
  ['isUrgent=true', [1, 4]],
  ['isUrgent=0', [2, 3]],
  ['code=01000000-0000-4000-8000-00000000000A', [1]],
  ['code__in=01000000-0000-4000-8000-00000000000a,03000000-0000-4000-8000-00000000000a', [1, 3]],
  ['status=open&title__contains=tea&priority__gte=3', [1]],
]

const integer = 'A valid integer is required.'
const number = 'A valid number is required.'
const day = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'
const moment =
  'Datetime has wrong format. Use one of these formats instead: ' +
  'YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].'

/** Queries that cannot be read, each with the message of its parameter. */
const refused: readonly (readonly [query: string, message: string])[] = [
  ['owner=x', integer],
  ['owner=1e3', integer],
  ['owner=0x10', integer],
  ['owner=%2B1', integer],
  ['owner=+1', integer],
  ['owner=%201', integer],
  ['owner=1%20', integer],
  ['owner=%EF%BC%91', integer],
  ['owner=%D9%A1', integer],
  ['owner=1.5', integer],
  ['owner=null', integer],
  ['owner=true', integer],
  ['owner=%00', integer],
  ['owner=Infinity', integer],
  ['owner=9223372036854775808', 'Ensure this value is less than or equal to 9223372036854775807.'],
  [
    'owner=-9223372036854775809',
    'Ensure this value is greater than or equal to -9223372036854775808.',
  ],
  [`owner=${'9'.repeat(2000)}`, 'String value too large.'],
  ['owner__in=1,x', integer],
  [`id__in=${'1,'.repeat(100)}1`, 'Ensure this field has no more than 100 elements.'],
  ['owner__isnull=maybe', 'Must be a valid boolean.'],
  ['priority__gte=3%27%20or%201=1', integer],
  ['status=opn', '"opn" is not a valid choice.'],
  ['status=OPEN', '"OPEN" is not a valid choice.'],
  ['status=constructor', '"constructor" is not a valid choice.'],
  ['title=%00', 'Null characters are not allowed.'],
  ['title__contains=a%00', 'Null characters are not allowed.'],
  ['created__gte=yesterday', moment],
  ['created__gte=2025-02-30', moment],
  ['created__gte=0000-01-01', moment],
  ['created__gte=2025-01-31T25:00', moment],
  ['created__gte=0001-01-01T00:00%2B14:00', 'Datetime value out of range.'],
  ['created__gte=1738281600', moment],
  ['created__date=2025-01-31T10:00', day],
  ['created__date=2025-13-01', day],
  ['created__year=0', 'Ensure this value is greater than or equal to 1.'],
  ['created__year=10000', 'Ensure this value is less than or equal to 9999.'],
  ['created__year=x', integer],
  ['due=2025-1-1', day],
  ['due__gte=2025-02-29', day],
  ['price=ten', number],
  ['price=1e999', number],
  ['price=NaN', number],
  ['weight=1,5', number],
  ['weight=-', number],
  ['weight=.', number],
  ['isUrgent=2', 'Must be a valid boolean.'],
  ['code=1', 'Must be a valid UUID.'],
]

describe.each(sources)('filters over $name', ({ name, isMissing, open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  let client: TestClient

  beforeAll(async () => {
    if (isMissing) return
    opened = await open()
    client = serveTasks(opened.items)
  })
  afterAll(() => opened?.close())

  it.skipIf(isMissing).each(cases)(`over ${name}, ?%s lists %j`, async (query, ids) => {
    const response = await client.get(`/tasks/?${query}`)

    expect(response.status).toBe(200)
    const listed: Task[] = await response.json()
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ids)
  })

  it.skipIf(isMissing).each(refused)(`over ${name}, ?%s is a 400`, async (query, message) => {
    const response = await client.get(`/tasks/?${query}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ [query.split('=', 1)[0] ?? '']: [message] })
  })

  it.skipIf(isMissing)(
    `over ${name}, random values are never a 500, and never all items when they cannot be read`,
    async () => {
      const texts = [
        ...['', '-', '.', ',', '0', '-0', '00', '1e5', '٣', '1_000', '\u0000', '\uFFFD', 'é', '%'],
        ...['null', 'undefined', 'NaN', '[]', '{}', '2025', '2025-01', '20250131', '2025-W05-5'],
        ...['24:00', '2025-01-31T24:00', '9'.repeat(30), '1.'.repeat(9), "';--", '\\', '𝟙', ' '],
        ...[
          '2025-12-31T23:59:60Z',
          '9999-12-31T23:59:59-14:00',
          '1e-400',
          '-1e308',
          'a'.repeat(3000),
        ],
      ]
      const parameters = [
        ...['id', 'id__in', 'owner', 'owner__in', 'owner__isnull', 'priority', 'priority__gte'],
        ...['status', 'status__in', 'title', 'title__in', 'title__contains', 'title__startswith'],
        ...['title__iexact', 'created', 'created__gt', 'created__lte', 'created__date'],
        ...['created__year', 'due', 'due__gte', 'due__year', 'price', 'price__lt', 'weight'],
        ...['weight__gte', 'isUrgent', 'code', 'code__in'],
      ]
      const answered = new Map<string, number>()
      for (const parameter of parameters) {
        for (const text of texts) {
          const query = `${parameter}=${encodeURIComponent(text)}`
          const response = await client.get(`/tasks/?${query}`)
          expect([200, 400], query).toContain(response.status)
          const body = await response.json()
          if (response.status === 400) expect(Object.keys(body), query).toEqual([parameter])
          answered.set(query, response.status)
        }
      }
      expect(new Set(answered.values())).toEqual(new Set([200, 400]))
    },
    600_000,
  )
})
