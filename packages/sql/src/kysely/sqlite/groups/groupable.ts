import { CompiledQuery } from 'kysely'
import { Lru } from 'turnpike/kit'
import type { SqliteConnection } from '../connection.ts'
import { bindable } from '../values.ts'

/** Maximum number of statements whose programs are remembered for each connection. */
const maxStatements = 256

/** Statements that may be executed in a transaction; what else they do is in their programs. */
const writingWord = /^\s*(insert|replace|update|delete|with)\b/i

/** Functions of what the connection has executed before, which a rollback does not restore. */
const ofConnection = new Set(['last_insert_rowid', 'changes', 'total_changes'])

/** `explain` sets the result of `changes()` to 0, so those that read it are found without it. */
const readsConnection = /\b(last_insert_rowid|(total_)?changes)\s*\(/i

/** A step of a program of a statement or trigger. `explain` shows the programs one by one. */
interface Operation {
  /** 0 begins a program: first that of the statement, then those of its triggers. */
  readonly addr: number
  readonly opcode: string
  readonly p1: number
  /** `lower(1)` if the step calls a function. */
  readonly p4: string | null
}

/** Whether a statement may share a transaction, by its first word alone. */
export const mayShare = ({ sql }: CompiledQuery): boolean => writingWord.test(sql)

/**
 * Decides which statements have the same effects and errors in a shared transaction as alone. These
 * do not, and are executed alone:
 *
 * - Those that may violate a deferred foreign key: a later write of the group could repair it.
 * - Those that call functions of the application or of extensions, or read tables that such code
 *   provides: a group may have to execute its statements again.
 * - Those that read `last_insert_rowid()` or `changes()`. In a trigger that has written before,
 *   `changes()` is about that write, and so the same wherever the statement is executed.
 *
 * This is the last of the conditions for a shared commit; kysely/sqlite/writer.ts has the others.
 */
export class Groupable {
  readonly #connection: SqliteConnection
  readonly #known = new Lru<string, boolean>({ max: maxStatements })
  #builtIn: ReadonlySet<string> | undefined
  #schema: unknown

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /** Reads the schema's version: a new trigger or reference is part of known statements, too. */
  refresh(): void {
    const [row] = this.#connection.execute<{ schema_version: number }>(schemaVersion).rows
    if (row?.schema_version === this.#schema) return
    this.#schema = row?.schema_version
    this.#known.clear()
  }

  /** Call `refresh` in the same transaction before. */
  has(query: CompiledQuery): boolean {
    const known = this.#known.get(query.sql)
    if (known !== undefined) return known

    let isGroupable: boolean
    try {
      isGroupable = !readsConnection.test(query.sql) && this.#isPure(this.#operations(query))
    } catch {
      // The statement itself fails in the same way, which undoes only the statement.
      return true
    }
    this.#known.set(query.sql, isGroupable)
    return isGroupable
  }

  #operations({ sql, parameters }: CompiledQuery): readonly Operation[] {
    const explain = this.#connection.database.prepare(`explain ${sql}`)
    return explain.all(parameters.map(bindable)) as Operation[]
  }

  #isPure(operations: readonly Operation[]): boolean {
    let programs = 0
    let hasWritten = false
    return operations.every((operation) => {
      if (operation.addr === 0) {
        programs++
        hasWritten = false
      }
      // Ends each write of a trigger.
      if (operation.opcode === 'ResetCount') hasWritten = true
      return this.#isPureStep(operation, programs > 1 && hasWritten)
    })
  }

  #isPureStep({ opcode, p1, p4 }: Operation, knowsChanges: boolean): boolean {
    // The first operand of a counter is 1 if the violation is deferred.
    if (opcode === 'FkCounter') return Number(p1) === 0
    if (opcode === 'VOpen') return false
    const name = callsFunction.test(opcode) ? functionName.exec(p4 ?? '')?.[1] : undefined
    if (name === undefined || (name === 'changes' && knowsChanges)) return true
    return this.#builtInFunctions.has(name) && !ofConnection.has(name)
  }

  get #builtInFunctions(): ReadonlySet<string> {
    if (this.#builtIn === undefined) {
      const functions = this.#connection.database.prepare(functionsSql).all([])
      this.#builtIn = new Set((functions as { name: string }[]).map(({ name }) => name))
    }
    return this.#builtIn
  }
}

const callsFunction = /^(Function|PureFunc|Agg)/

const functionName = /^(.+)\(-?\d+\)$/

/** The application may have replaced built-in functions. */
const functionsSql = `select name from pragma_function_list where builtin = 1
  except select name from pragma_function_list where builtin = 0`

const schemaVersion = CompiledQuery.raw('pragma schema_version')
