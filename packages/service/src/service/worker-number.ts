import cluster from 'node:cluster'

/** The variable in which the primary process gives a worker its number, from 1: `2`. */
export const workerVariable = 'TURNPIKE_WORKER'

const given = process.env[workerVariable]

/** The number of this process among the workers of a service, or null when it is none of them. */
export const workerNumber: number | null =
  cluster.isWorker && given !== undefined ? Number(given) : null
