import type { ReadValue } from './client.ts'

/** A column as the server describes it. */
export interface DescribedColumn {
  readonly name: string
  readonly dataTypeID: number
}

/** How the texts of a row become an object. */
export interface RowShape {
  readonly names: readonly string[]
  /** The number of the column that rows do not have; -1: they have all. */
  readonly textOnlyColumn: number
  /** Null if the text is the value. */
  readonly readers: readonly (ReadValue | null)[]
  /** A row of nulls, copied for each row, so that all rows have the same hidden class. */
  readonly empty: Readonly<Record<string, unknown>>
}

export function rowShape(
  columns: readonly DescribedColumn[],
  readerOf: (type: number) => ReadValue,
  textOnlyColumn: string | null = null,
): RowShape {
  const empty = Object.create(null)
  for (const { name } of columns) if (name !== textOnlyColumn) empty[name] = null
  const readText = readerOf(noType)
  return {
    names: columns.map(({ name }) => name),
    textOnlyColumn: columns.findIndex(({ name }) => name === textOnlyColumn),
    readers: columns.map(({ dataTypeID }) => {
      const read = readerOf(dataTypeID)
      return read === readText ? null : read
    }),
    empty: { ...empty },
  }
}

/** For types that it does not know, `pg` has a function that returns the text. */
const noType = 0

/** If two columns have the same name, a row has the last one. */
export function rowOf(
  { names, readers, empty, textOnlyColumn }: RowShape,
  texts: readonly (string | null)[],
): unknown {
  const row: Record<string, unknown> = { ...empty }
  for (let index = 0; index < names.length; index++) {
    if (index === textOnlyColumn) continue
    const text = texts[index] as string | null
    const read = readers[index] as ReadValue | null
    row[names[index] as string] = text === null || read === null ? text : read(text)
  }
  return row
}
