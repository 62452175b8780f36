import type { Field } from '../fields.ts'
import type { ResourceName } from '../names.ts'

/** The tests of the views. */
export const viewsTestText = ({ one, all }: ResourceName, fields: readonly Field[]): string => `\
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openApp } from './open-app.ts'

/** What a client sends. */
const example = {
${fields.map(({ name, example }) => `  ${name}: ${example},\n`).join('')}}

it('strangers get a 401 that says how to sign in', async () => {
  await using app = await openApp()
  const answer = await app.anonymous.get('/${all.kebab}/')

  assert.equal(answer.status, 401)
  assert.equal(answer.headers.get('WWW-Authenticate'), 'Token')
})

it('${a(one.words)} is listed after it was created', async () => {
  await using app = await openApp()
  const ann = await app.as('ann')
  const created = await ann.post('/${all.kebab}/', { json: example })
  assert.equal(created.status, 201)

  const { count, results } = (await (await ann.get('/${all.kebab}/')).json()) as {
    count: number
    results: object[]
  }
  assert.equal(count, 1)
  assert.partialDeepStrictEqual(results[0], example)
})

${refusalText(one.words, all.kebab, fields)}\
it('the ${all.words} of others are not found', async () => {
  await using app = await openApp()
  const ann = await app.as('ann')
  const created = await ann.post('/${all.kebab}/', { json: example })
  const { id } = (await created.json()) as { id: number }

  const ben = await app.as('ben')
  assert.equal((await ben.get(\`/${all.kebab}/\${id}/\`)).status, 404)
  assert.equal((await ann.get(\`/${all.kebab}/\${id}/\`)).status, 200)
})
`

/** Nothing where every field may be left out. */
function refusalText(words: string, path: string, fields: readonly Field[]): string {
  const required = fields.filter(({ isOptional = false }) => !isOptional)
  if (required.length === 0) return ''
  return `\
it('an empty ${words} is refused, and the answer says why', async () => {
  await using app = await openApp()
  const ann = await app.as('ann')
  const answer = await ann.post('/${path}/', { json: {} })

  assert.equal(answer.status, 400)
  assert.deepEqual(await answer.json(), {
${required.map(({ name }) => `    ${name}: ['This field is required.'],\n`).join('')}  })
})

`
}

const a = (words: string) => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
