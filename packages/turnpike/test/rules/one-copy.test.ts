import { afterEach, describe, expect, it } from 'vitest'
import { createApi } from '../../src/index.ts'

const another =
  'file:///srv/app/node_modules/@turnpike/sql/node_modules/turnpike/dist/shared/core.js'
afterEach(() => globalThis.turnpikeCopies?.delete(another))

describe('two copies of turnpike in one process', () => {
  it('createApi() refuses a second copy of turnpike, and says where both are', () => {
    globalThis.turnpikeCopies?.add(another)
    expect(() => createApi()).toThrow(
      /^There are 2 copies of turnpike: file:\/\/.*one-copy\.ts and file:\/\/\/srv\/app\/.*npm ls turnpike/,
    )
  })

  it('one copy of turnpike is no obstacle, however often it is imported', () => {
    expect(() => createApi()).not.toThrow()
  })
})
