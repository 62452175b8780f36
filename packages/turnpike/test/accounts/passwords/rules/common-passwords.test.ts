import { describe, expect, it } from 'vitest'
import { commonPasswords } from '../../../../src/accounts/passwords/rules/common-passwords.ts'

describe('the common passwords', () => {
  it('the list has 10,000 different passwords in lower case, of at least 8 characters', () => {
    const passwords = [...commonPasswords]

    expect(passwords).toHaveLength(10_000)
    expect(passwords.filter((password) => password.length < 8)).toEqual([])
    expect(passwords.filter((password) => password !== password.toLowerCase())).toEqual([])
  })
})
