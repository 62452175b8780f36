import type { User } from 'turnpike'
import { type ContractCase, contract } from '../contract.ts'
import { activity } from './activity.ts'
import { creation } from './creation.ts'
import type { OpenedUsers } from './fixtures.ts'
import { passwords } from './passwords.ts'
import { refusals } from './refusals.ts'

/**
 * The contract of every `UserStore`.
 *
 * @param open opens an empty store. With a cheap way to hash the cases are quick.
 */
export const userStoreContract = <U extends User>(
  open: () => OpenedUsers<U> | Promise<OpenedUsers<U>>,
): ContractCase[] => contract<OpenedUsers>(open, creation, refusals, activity, passwords)
