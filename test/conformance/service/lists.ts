import {
  ApiResponse,
  type ItemSet,
  type ListViewOptions,
  type Ordering,
  type ViewOptions,
} from 'turnpike'
import type { FieldOf } from 'turnpike/kit'
import type { Row } from '../replay/scenario.ts'
import { createPagination, type PaginationName } from './pagination.ts'
import { asItem, asRow, type Item, type RowSet } from './rows.ts'
import type { AnyView } from './view.ts'

/** The rows of a set, paginated. */
export interface ListView extends AnyView {
  kind: 'list'
  set: string
  /** Columns in the answer. Default all. */
  fields?: (keyof Row)[]
  /** Default `["id"]`. */
  ordering?: string[]
  /** Null: none. Absent: that of the settings. */
  pagination?: PaginationName | null
  ordering_filter?: { fields: string[]; default?: string[] }
  /** False: not a generic list view, so it does not paginate by itself. */
  generic?: boolean
  /** True: the view applies its pagination by hand. */
  paginate_explicitly?: boolean
}

/** Adds the row of the body to a set. */
export interface InsertView extends AnyView {
  kind: 'insert'
  set: string
}

/** Removes the rows of a set whose `ids` are in the body. */
export interface RemoveView extends AnyView {
  kind: 'remove'
  set: string
}

/** The generic list view of a set. */
export function genericList(view: ListView, set: RowSet): ListViewOptions<Item> {
  const { ordering_filter: filter } = view
  return {
    items: () => orderedItems(view, set),
    serialize: serializer(view),
    ...pagination(view),
    ...(filter !== undefined && {
      orderingFilter: {
        fields: filter.fields as FieldOf<Item>[],
        ...(filter.default !== undefined && {
          default: filter.default as Ordering<FieldOf<Item>>,
        }),
      },
    }),
  }
}

/** A view that answers with all rows itself, or paginates them by hand. */
export function handmadeList(view: ListView, rows: RowSet): ViewOptions {
  const serialize = serializer(view)
  return {
    ...pagination(view),
    async get(request, current) {
      const set = orderedItems(view, rows)
      const page =
        view.paginate_explicitly === true && current.pagination !== null
          ? await current.pagination.paginate(set, request, current)
          : null
      return page === null
        ? new ApiResponse((await set.slice(0, null)).map(serialize))
        : page.respond(page.items.map(serialize))
    },
  }
}

/** A view that adds to a set. */
export const insertion = (set: RowSet): ViewOptions => ({
  async post(request) {
    const item = asItem((await request.data()) as Row)
    await set.add(item)
    return new ApiResponse(asRow(item), 201)
  },
})

/** A view that takes from a set. */
export const removal = (set: RowSet): ViewOptions => ({
  async post(request) {
    const { ids } = (await request.data()) as { ids: number[] }
    await set.remove(ids)
    return new ApiResponse(undefined, 204)
  },
})

const orderedItems = ({ ordering = ['id'] }: ListView, { items }: RowSet): ItemSet<Item> =>
  items.orderBy(ordering)

const pagination = ({ pagination: style }: ListView) =>
  style === undefined ? {} : { pagination: createPagination(style) }

const serializer =
  ({ fields }: ListView) =>
  (item: Item): Partial<Row> => {
    const row = asRow(item)
    return fields === undefined
      ? row
      : Object.fromEntries(fields.map((field) => [field, row[field]]))
  }
