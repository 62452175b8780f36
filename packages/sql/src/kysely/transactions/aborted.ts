import { driverCode } from '../outages.ts'

/** Whether PostgreSQL has refused a statement only because one before it has failed. */
export const isAborted = (error: unknown): boolean => driverCode(error) === '25P02'

/** The error for work that goes on after a failed statement, which PostgreSQL does not allow. */
export const transactionAborted = (failure: unknown): Error =>
  new Error(
    'A statement of the transaction has failed, so PostgreSQL executes no more of them and stores ' +
      'nothing: do not catch its error in the work, or do what may fail in the transaction() of a ' +
      'store.',
    { cause: failure },
  )
