import { charField, integerField } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factory } from '../src/index.ts'

const schema = z.object({
  title: charField({ maxLength: 10 }),
  priority: integerField({ minValue: 1 }).default(3),
})

/** A factory, and what it has stored. */
function notes() {
  const stored: z.output<typeof schema>[] = []
  const all = factory({
    schema,
    defaults: (number) => ({ title: `Note ${number}` }),
    create: async (note) => ({ id: stored.push(note), ...note }),
  })
  return { stored, all }
}

describe('factory', () => {
  it('builds what the schema returns, numbered, and stores nothing', async () => {
    const { all, stored } = notes()

    expect(await all.build()).toEqual({ title: 'Note 1', priority: 3 })
    expect(await all.build({ priority: 7 })).toEqual({ title: 'Note 2', priority: 7 })
    expect(stored).toEqual([])
  })

  it('creates one or several, and returns what was stored', async () => {
    const { all, stored } = notes()

    expect((await all.create({ title: 'Own' })).id).toBe(1)
    expect((await all.createMany(2, { priority: 1 })).map(({ id }) => id)).toEqual([2, 3])
    expect(stored.map(({ title }) => title)).toEqual(['Own', 'Note 2', 'Note 3'])
    expect(await all.createMany(0)).toEqual([])
  })

  it('refuses values that the schema refuses, and names them', async () => {
    const { all, stored } = notes()

    await expect(all.create({ title: 'x'.repeat(11), priority: 0 })).rejects.toThrow(
      /^The schema refuses what the factory makes: title: .* priority: .*\.$/,
    )
    expect(stored).toEqual([])
  })

  it('the compiler finds a field that the schema does not have', async () => {
    const { all } = notes()

    // @ts-expect-error there is no `colour`
    expect(await all.build({ colour: 'red' })).not.toHaveProperty('colour')
    // @ts-expect-error a title is a text
    await expect(all.build({ title: {} })).rejects.toThrow('title')
    // @ts-expect-error `creates` is misspelt
    expect(() => factory({ schema, defaults: () => ({ title: '' }), creates: () => 1 })).toThrow(
      'creates',
    )
  })
})
