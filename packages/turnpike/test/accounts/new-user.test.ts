import { expect, it } from 'vitest'
import { InvalidUser } from '../../src/index.ts'
import { requireNewUser } from '../../src/kit/index.ts'

const refusalOf = (username: string) => () => requireNewUser({ username, password: null })

it.each([
  ...['00AD', '034F', '061C', '115F', '17B4', '180B', '180E', '200B', '200C', '200D', '200E'],
  ...['200F', '2028', '2029', '202A', '202B', '202C', '202D', '202E', '2060', '2061', '2064'],
  ...['2066', '2067', '2068', '2069', '206A', '206F', '3164', 'FE0F', 'FEFF', 'FFA0', 'FFF9'],
  ...['0600', '06DD', '110BD', '1BCA0', '1D173', 'E0001', 'E0041', 'E0100', 'E0FFF'],
])('no username has the invisible or formatting character U+%s', (code) => {
  const character = String.fromCodePoint(Number.parseInt(code, 16))

  for (const username of [`ad${character}min`, `${character}admin`, `admin${character}`]) {
    expect(refusalOf(username)).toThrow(InvalidUser)
  }
  expect(refusalOf(`ad${character}min`)).toThrow(
    `The username has the invisible or formatting character U+${code}: leave it out.`,
  )
})

it.each(['josé', 'Ἀλέξανδρος', 'دانیال', '日本太郎', 'हिन्दी', 'ann smith', '😀', "o'neil"])(
  'a username may have letters and signs that are seen: %s',
  (username) => {
    expect(refusalOf(username)).not.toThrow()
  },
)

it.each([
  ['ｄｅｍｏ', 'demo'],
  ['ｱﾅ', 'アナ'],
  ['oﬃce', 'office'],
  ['ann\u00a0smith', 'ann smith'],
  ['jose\u0301', 'josé'],
])('a new username is in the form NFKC, or the refusal says that form: %s', (typed, normal) => {
  expect(refusalOf(typed)).toThrow(
    expect.objectContaining({
      message: `The username has other forms of common characters: write ${normal}.`,
      field: 'username',
      code: 'username_not_normalized',
    }),
  )
  expect(refusalOf(normal)).not.toThrow()
})
