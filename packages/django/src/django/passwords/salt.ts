import { randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Random letters and digits. 22 of them are 128 bits, which is the length of Django's salts. */
export const randomLetters = (length: number): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')

export const newSalt = (): string => randomLetters(22)
