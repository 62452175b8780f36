import cluster from 'node:cluster'
import { workerVariable } from './worker-messages.ts'

const given = process.env[workerVariable]

/** The number of this process among the workers of a service, or null when it is none of them. */
export const workerNumber: number | null =
  cluster.isWorker && given !== undefined ? Number(given) : null
