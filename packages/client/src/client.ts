import type { Call } from './answer.ts'
import type { Json, Sendable } from './json.ts'
import type { List, Page, PageOptions } from './list.ts'
import type {
  At,
  AtAny,
  Below,
  BelowAny,
  HasKey,
  MethodOf,
  Names,
  ParameterOf,
  PathsOf,
  Trimmed,
} from './paths.ts'
import type { RequestOptions } from './send.ts'
import type { Id, QueryValue } from './url.ts'

/** A client of a service with these views. */
export type Client<Api> = Node<Trimmed<PathsOf<Api>>, At<Trimmed<PathsOf<Api>>, ''>> & {
  /** Sends a request to any path: `client.request('POST', '/tickets/:id/close/', { params })`. */
  request<Path extends string, Name extends string>(
    method: Name,
    path: Path | (keyof PathsOf<Api> & string),
    ...options: OptionsOf<MethodAt<PathsOf<Api>, Path, Name>, ParameterOf<Path>>
  ): CallOf<MethodAt<PathsOf<Api>, Path, Name>, true>
}

/** The methods at a path, and the paths below it. */
type Node<Paths, Own> = Branches<Paths> &
  Keyed<Paths> &
  Root<Own> &
  (HasKey<Paths> extends true ? Item<AtAny<Paths>> : unknown)

type Branches<Paths> = {
  readonly [Name in Names<Paths> & string]: Node<Below<Paths, Name>, At<Paths, Name>>
}

type Keyed<Paths> =
  HasKey<Paths> extends true ? (id: Id) => Node<BelowAny<Paths>, AtAny<Paths>> : unknown

/** The methods of a path: of a list, or of what is there only once. */
type Root<Methods> = Reads<MethodOf<Methods, 'get'>> &
  Has<
    MethodOf<Methods, 'post'>,
    {
      /** POST. */
      create(...args: Sends<MethodOf<Methods, 'post'>>): CallOf<MethodOf<Methods, 'post'>>
    }
  > &
  Has<
    MethodOf<Methods, 'put'>,
    {
      /** PUT: all fields. */
      replace(...args: Sends<MethodOf<Methods, 'put'>>): CallOf<MethodOf<Methods, 'put'>>
    }
  > &
  Has<
    MethodOf<Methods, 'patch'>,
    {
      /** PATCH: the fields that are sent. */
      update(...args: Sends<MethodOf<Methods, 'patch'>>): CallOf<MethodOf<Methods, 'patch'>>
    }
  > &
  Has<
    MethodOf<Methods, 'delete'>,
    {
      delete(options?: RequestOptions): CallOf<MethodOf<Methods, 'delete'>>
    }
  >

/** The methods of an item of a list. */
type Item<Methods> = Has<
  MethodOf<Methods, 'get'>,
  {
    get(id: Id, options?: GetOptions): CallOf<MethodOf<Methods, 'get'>>
  }
> &
  Has<
    MethodOf<Methods, 'put'>,
    {
      /** PUT: all fields. */
      replace(id: Id, ...args: Sends<MethodOf<Methods, 'put'>>): CallOf<MethodOf<Methods, 'put'>>
    }
  > &
  Has<
    MethodOf<Methods, 'patch'>,
    {
      /** PATCH: the fields that are sent. */
      update(id: Id, ...args: Sends<MethodOf<Methods, 'patch'>>): CallOf<MethodOf<Methods, 'patch'>>
    }
  > &
  Has<
    MethodOf<Methods, 'delete'>,
    {
      delete(id: Id, options?: RequestOptions): CallOf<MethodOf<Methods, 'delete'>>
    }
  >

type Has<Method, Members> = [Method] extends [never] ? unknown : Members

type Reads<Method> = [Method] extends [never]
  ? unknown
  : Method extends { isList: true }
    ? {
        /** The items, page by page: `for await (const note of client.notes.list())`. */
        list(query?: QueryOf<Method>, options?: RequestOptions): List<OutputOf<Method>>
        /** One page. */
        page(
          query?: QueryOf<Method>,
          options?: PageOptions,
        ): Call<Page<OutputOf<Method>>, QueryOf<Method>>
      }
    : { get(options?: GetOptions): CallOf<Method> }

/** Options of a request that may have a query. */
export interface GetOptions extends RequestOptions {
  query?: Readonly<Record<string, QueryValue>>
}

/** The query of a list: its filters, and what lists have besides. */
type QueryOf<Method> = Method extends { query: infer Query }
  ? { [Name in keyof Query]?: Values<Name, Query[Name]> } & ListQuery
  : Readonly<Record<string, QueryValue>>

type Values<Name, Value> = string extends Name
  ? QueryValue
  : unknown extends Value
    ? QueryValue
    : Name extends `${string}__in`
      ? readonly Sendable<OneOf<NonNullable<Value>>>[] | null | undefined
      : Name extends `${string}__isnull`
        ? boolean | null | undefined
        : Name extends `${string}__year`
          ? number | null | undefined
          : Sendable<NonNullable<Value>> | null | undefined

/** OpenAPI documents have the list, views the type of one value. */
type OneOf<Value> = Value extends readonly (infer Each)[] ? Each : Value

/** The query parameters of pages, searches and orderings, by their usual names. */
export interface ListQuery {
  page?: number | 'last' | undefined
  page_size?: number | undefined
  limit?: number | undefined
  offset?: number | undefined
  cursor?: string | undefined
  search?: string | undefined
  ordering?: string | undefined
}

type OutputOf<Method> = [Method] extends [never]
  ? unknown
  : Method extends { output: infer Output }
    ? Json<Output>
    : unknown

type InputOf<Method> = [Method] extends [never]
  ? unknown
  : Method extends { input: infer Input }
    ? Input
    : undefined

type CallOf<Method, IsRaw = false> = Call<
  IsRaw extends true ? RawOf<Method> : OutputOf<Method>,
  InputOf<Method>
>

/** The body as it is sent: of a list, a page. */
type RawOf<Method> = [Method] extends [never]
  ? unknown
  : Method extends { isList: true }
    ? Page<OutputOf<Method>>
    : OutputOf<Method>

type Sends<Method> =
  undefined extends InputOf<Method>
    ? [body?: Body<InputOf<Method>>, options?: RequestOptions]
    : [body: Body<InputOf<Method>>, options?: RequestOptions]

type Body<Input> = unknown extends Input ? unknown : Sendable<Input> | FormData

/** Methods of OpenAPI and views have lower-case names; further ones are as they are sent. */
type MethodAt<Paths, Path extends string, Name extends string> = Path extends keyof Paths
  ? Lowercase<Name> extends keyof Paths[Path]
    ? Paths[Path][Lowercase<Name>]
    : MethodOf<Paths[Path], Name>
  : never

type OptionsOf<Method, Parameter extends string> = [Method] extends [never]
  ? [options?: AnyOptions]
  : Optional<
      RequestOptions & { query?: QueryOf<Method> } & ([Parameter] extends [never]
          ? unknown
          : { params: { [Name in Parameter]: Id } }) &
        (undefined extends InputOf<Method>
          ? { body?: Body<InputOf<Method>> }
          : { body: Body<InputOf<Method>> })
    >

type Optional<Options> =
  Record<never, never> extends Options ? [options?: Options] : [options: Options]

interface AnyOptions extends RequestOptions {
  params?: Readonly<Record<string, Id>>
  query?: Readonly<Record<string, QueryValue>>
  body?: unknown
}
