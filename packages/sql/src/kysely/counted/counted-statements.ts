import {
  AliasNode,
  type CompiledQuery,
  type Expression,
  ExpressionWrapper,
  IdentifierNode,
  type SelectQueryNode,
  sql,
  TableNode,
} from 'kysely'
import type { Ordering } from 'turnpike'
import type { AnyQuery, AnyRow } from '../database.ts'
import type { ListedQuery, OpenQuery } from '../queries/listed-query.ts'
import { compileOnce } from '../statements/compile-once.ts'
import { type CountedList, isGroupOf, orderNumber } from './counted-list.ts'
import type { CountedGroup, FoundCounters } from './counted-sql.ts'
import type { CountedDefinition } from './definition.ts'
import { countedSqlOf } from './systems.ts'

export interface CountedReadsOptions {
  /** Null means the query's own. */
  readonly ordering: Ordering | null
  readonly keyTerms: Ordering
  readonly ordered: () => Pick<OpenQuery, 'query' | 'restore'>
}

/** One lower-case word, which no plugin renames. */
export const countColumn = 'turnpikecount'
export const versionColumn = 'turnpikeversion'

type PageStatement = (limit: number, offset: number) => CompiledQuery<AnyRow>

/** A statement is undefined if the counters do not have it. */
export interface Statements {
  /** The version of the counters, which the rows must have; null if they have none. */
  readonly version: FoundCounters['version']
  readonly counted: (() => CompiledQuery<AnyRow>) | undefined
  readonly page: PageStatement | undefined
  readonly countedPage: PageStatement | undefined
}

/** The statements that read a list from the counters of its table. */
export function statementsOf(
  listed: ListedQuery,
  list: CountedList,
  { ordered }: CountedReadsOptions,
  { definition, version, versionNow, tableNow }: FoundCounters,
): Statements {
  const { db, build, tree } = listed
  const { narrowed, order } = list
  const group: CountedGroup | null = narrowed && {
    column: narrowed.column,
    value: new ExpressionWrapper(narrowed.value),
  }
  const isCounted = narrowed === null || definition.groups.some(isGroupOf(narrowed))
  if (!isCounted) return { version, counted: undefined, page: undefined, countedPage: undefined }

  const system = countedSqlOf(db)
  // For another table of this name nothing is called: a failure would end a transaction.
  const isCurrent = sql<boolean>`${tableNow ?? versionNow ?? version} = ${version}`
  const total = sql<number>`(select ${system.count(definition, group)} where ${isCurrent})`.as(
    countColumn,
  )
  const marked = (query: AnyQuery): AnyQuery =>
    versionNow === null ? query : query.select(versionNow.as(versionColumn))
  const counted = compileOnce<AnyRow>(0, () =>
    marked(build({ kind: 'SelectQueryNode', selections: [] }).select(total)),
  )
  const number = orderNumber(definition, list)
  const keyColumns = keyIn(tree, definition)
  if (number === null || keyColumns === null)
    return { version, counted, page: undefined, countedPage: undefined }

  const onPage = (limit: never, offset: never) => {
    const value = (one: never): Expression<number> => sql<number>`${one}`
    return system.isOnPage(
      definition,
      {
        order: number,
        reversed: order?.isReversed ?? false,
        group,
        offset: value(offset),
        limit: value(limit),
      },
      keyColumns,
    )
  }
  const pageQuery = (limit: never, offset: never): AnyQuery =>
    ordered().query.where(isCurrent).where(onPage(limit, offset))
  return {
    version,
    counted,
    page: compileOnce<AnyRow>(2, (limit, offset) => marked(pageQuery(limit, offset))),
    countedPage: compileOnce<AnyRow>(2, (limit, offset) =>
      marked(pageQuery(limit, offset).select(total)),
    ),
  }
}

/** The columns of the key with the name that the table has in the query; null if it has none. */
function keyIn(
  { from }: SelectQueryNode,
  { key }: CountedDefinition,
): Expression<unknown>[] | null {
  const [source] = from?.froms ?? []
  const alias = source !== undefined && AliasNode.is(source) ? source.alias : null
  const name =
    alias !== null && IdentifierNode.is(alias)
      ? alias.name
      : source !== undefined && TableNode.is(source)
        ? source.table.identifier.name
        : null
  return name === null ? null : key.map((column) => sql`${sql.id(name, column.name)}`)
}
