import { CompiledQuery, type QueryResult } from 'kysely'
import type { AnyDatabase } from '../../../kysely/database.ts'
import { storedColumns, withStoredRows } from '../../../kysely/statements/stored-rows.ts'
import type { ToArgument } from '../capture.ts'
import type { PrismaQueryable, PrismaRows, PrismaStatement } from '../contract.ts'
import { columnTypesOf, resultValue } from './column-types.ts'
import { adapterError } from './errors.ts'

/** Sends Prisma's statements to a database, or to a transaction. */
export class SqliteQueryable implements PrismaQueryable {
  readonly provider = 'sqlite'
  readonly adapterName = adapterName
  readonly #db: AnyDatabase
  readonly #toArgument: ToArgument

  constructor(db: AnyDatabase, toArgument: ToArgument) {
    this.#db = db
    this.#toArgument = toArgument
  }

  async queryRaw(statement: PrismaStatement): Promise<PrismaRows> {
    const { rows } = await this.#execute(statement)
    const columns = storedColumns(rows)
    const types = columnTypesOf(columns, rows)
    return {
      columnNames: columns.map(({ name }) => name),
      columnTypes: types,
      rows: rows.map((row) => row.map((value, index) => resultValue(value, types[index]))),
    }
  }

  async executeRaw(statement: PrismaStatement): Promise<number> {
    const { numAffectedRows, rows } = await this.#execute(statement)
    return numAffectedRows === undefined ? rows.length : Number(numAffectedRows)
  }

  protected send(query: CompiledQuery<unknown[]>): Promise<QueryResult<unknown[]>> {
    return this.#db.executeQuery(query)
  }

  async #execute({ sql, args, argTypes }: PrismaStatement) {
    try {
      const values = args.map((value, index) => {
        const type = argTypes[index]
        return type === undefined ? value : this.#toArgument(value, type)
      })
      const query = withStoredRows(CompiledQuery.raw(sql, values), 'described')
      return await this.send(query as CompiledQuery<unknown[]>)
    } catch (error) {
      throw adapterError(error)
    }
  }
}

export const adapterName = 'turnpike'
