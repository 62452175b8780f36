/** What one request of a kind costs, in microseconds of processor time. */
export interface RequestCost {
  readonly name: string
  readonly worker: number
  readonly database: number
  /** Of the program that sends the requests: in production the clients', here on the same processors. */
  readonly load: number
}

/** Processors that workers, database and load share, as on the machine of the bench. */
export interface Machine {
  readonly workers: number
  readonly processors: number
}

/**
 * Requests a second that a machine can answer: each worker has one processor for JavaScript, and everything together
 * has all of them. Whichever ends first is the limit.
 */
export function predicted(cost: RequestCost, { workers, processors }: Machine): number {
  const byWorkers = workers / cost.worker
  const byMachine = processors / (cost.worker + cost.database + cost.load)
  return 1e6 * Math.min(byWorkers, byMachine)
}

/** What one request of a mixture costs, by the share of each kind. */
export function mixed(
  name: string,
  shares: Readonly<Record<string, number>>,
  costs: readonly RequestCost[],
): RequestCost {
  const sum = { name, worker: 0, database: 0, load: 0 }
  for (const [kind, share] of Object.entries(shares)) {
    const cost = costs.find((each) => each.name === kind)
    if (cost === undefined) throw new Error(`Not measured: requests of the kind ${kind}.`)
    sum.worker += share * cost.worker
    sum.database += share * cost.database
    sum.load += share * cost.load
  }
  return sum
}

/** A service as it is planned. */
export interface Service {
  readonly requestsPerSecond: number
  /** The share of each kind of request, by its name; together 1. */
  readonly shares: Readonly<Record<string, number>>
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>
  /** How busy a processor may be, so that peaks and a lost machine have room: `0.6`. */
  readonly busy: number
}

/** What it needs. */
export interface Plan {
  readonly workerProcessors: number
  readonly databaseProcessors: number
  /** Bytes by table. */
  readonly bytes: Readonly<Record<string, number>>
}

/** @throws Error when the service has a kind of request or a table that was not measured. */
export function planned(
  { requestsPerSecond, shares, rows, busy }: Service,
  costs: readonly RequestCost[],
  bytesPerRow: Readonly<Record<string, number>>,
): Plan {
  const used = mixed('service', shares, costs)
  const processors = (microseconds: number) => (requestsPerSecond * microseconds) / 1e6 / busy
  const bytes = Object.entries(rows).map(([table, count]) => {
    const size = bytesPerRow[table]
    if (size === undefined) throw new Error(`Not measured: rows of ${table}.`)
    return [table, count * size]
  })
  return {
    workerProcessors: processors(used.worker),
    databaseProcessors: processors(used.database),
    bytes: Object.fromEntries(bytes),
  }
}
