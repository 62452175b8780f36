import { ConfigurationError } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { openRedis } from '../../src/index.ts'

describe('URLs of groups', () => {
  it.each([
    'redis+sentinel://one:26379',
    'redis+sentinel://one:26379?name=',
    'redis+sentinel://one,,two?name=mymaster',
    'redis+sentinel://one/db?name=mymaster',
    'redis+sentinel://one?name=mymaster&sentinelPassword=secret',
    'redis+cluster://one?sentinel_password=secret',
    'redis+sentinel://ann:%zz@one?name=mymaster',
    'redis+cluster://one:6379/1',
    'redis+cluster://one:6379?name=mymaster',
    'redis+cluster://',
    'redis+other://one',
  ])('%s is refused, and the error says what to write', (url) => {
    expect(() => openRedis(url)).toThrow(ConfigurationError)
    expect(() => openRedis(url)).toThrow(/is not a valid Redis URL: write .*redis\+cluster:\/\//)
  })

  it('a password of a group is not shown', () => {
    expect(() => openRedis('redis+cluster://ann:secret@one,two/1')).toThrow(
      'redis+cluster://…@one,two/1 is not a valid Redis URL',
    )
  })
})
