import { type OperationNode, RawNode } from 'kysely'

/*
 * Raw SQL that conditions need on SQLite. Its result depends only on its operands, so that what is
 * read with it can be cached.
 */

/** A term and the pattern of `like`, in which `\` escapes. */
export const likeForm = ['', ' like ', " escape '\\'"] as const

/** A term and a text. */
export const nocaseForm = ['', ' = ', ' collate nocase'] as const

/** A term and a list as JSON: one parameter, of any length. */
export const inForm = ['', ' in (select value from json_each(', '))'] as const

/** A condition. Null is not true, so the result is never null. */
export const notTrueForm = ['(', ') is not true'] as const

const forms: ReadonlySet<string> = new Set(
  [likeForm, nocaseForm, inForm, notTrueForm].map((form) => form.join('?')),
)

/** Whether the node is one of these forms. Its operands are part of the node. */
export const isSqliteForm = (node: OperationNode): boolean =>
  RawNode.is(node) && forms.has(node.sqlFragments.join('?'))
