import { digestOf } from 'turnpike/kit'

/**
 * The `passwordStamp` of a user whose column `password` has this text. It differs with another
 * password, and does not reveal it.
 */
export const passwordStampOf = (password: string): string => digestOf(`django:${password}`)
