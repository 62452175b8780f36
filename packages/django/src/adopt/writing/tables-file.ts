import type { Table } from '../inspect/schema.ts'
import { isMemberOfAll } from '../project/fields.ts'
import { type ColumnContext, tableType } from './columns.ts'
import type { Names } from './names.ts'
import { commentText, Imports, memberName } from './source.ts'

/** The tables as types. */
export function tablesFile(
  tables: readonly Table[],
  { types }: Names,
  context: ColumnContext,
): string {
  const members = tables.map(({ name }) => `  ${memberName(name)}: ${types.get(name)}\n`)
  const interfaces = tables.map((table) => tableInterface(table, types.get(table.name), context))
  const body = interfaces.join('\n')
  const imports = new Imports()
  for (const name of ['ColumnType', 'Generated']) {
    if (body.includes(`: ${name}<`) || body.includes(`<${name}<`))
      imports.add('kysely', `type ${name}`)
  }
  const head = String(imports)
  return `${head === '' ? '' : `${head}\n\n`}/** The tables of the database, which Django makes and changes. */
export interface Tables {
${members.join('')}}

${body}`
}

function tableInterface(table: Table, type: string | undefined, context: ColumnContext): string {
  const members = table.columns
    .filter(({ name }) => !isMemberOfAll(name))
    .map((column) => {
      const other =
        column.type.kind === 'other' ? `  /** ${commentText(column.type.name)} */\n` : ''
      return `${other}  ${memberName(column.name)}: ${tableType(column, context)}\n`
    })
  return `export interface ${type} {\n${members.join('')}}\n`
}
