import { createInterface } from 'node:readline/promises'
import { CannotCreate } from './cannot-create.js'
import { choiceOf, databases, orms, placeOf } from './options.js'

/**
 * All options: asks for those that the arguments did not give. Where nobody can answer, the defaults
 * are taken.
 *
 * @param {import('./options.js').Given} given
 * @returns {Promise<import('./options.js').Options>}
 */
export async function ask({ isAsking, ...given }) {
  const answer = isAsking && process.stdin.isTTY ? answers() : null
  try {
    const place =
      given.folder === undefined || given.name === undefined
        ? await asked(answer, 'Folder', 'notes', placeOf)
        : { folder: given.folder, name: given.name }
    const database =
      given.database ??
      (await asked(answer, `Database (${databases.join(', ')})`, 'sqlite', (text) =>
        need(choiceOf('The database', text, databases)),
      ))
    const orm =
      given.orm ??
      (await asked(answer, `ORM (${orms.join(', ')})`, 'kysely', (text) =>
        need(choiceOf('The ORM', text, orms)),
      ))
    const { turnpike = null, install = true, start = false } = given
    return { ...place, database, orm, turnpike, install, start }
  } finally {
    answer?.close()
  }
}

function answers() {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl+C, Ctrl+D: nothing has been written yet.
  const gone = new Promise((_, reject) => {
    lines.once('close', () => reject(new CannotCreate('Nothing was made.')))
  })
  gone.catch(() => {})
  return {
    /** @param {string} question */
    get: (question) =>
      /** @type {Promise<string>} */ (Promise.race([lines.question(question), gone])),
    close: () => lines.close(),
  }
}

/**
 * Asks until the answer is a valid one.
 *
 * @template Value
 * @param {ReturnType<typeof answers> | null} answer
 * @param {string} question
 * @param {string} preset what an empty answer means
 * @param {(text: string) => Value} read
 * @returns {Promise<Value>}
 */
async function asked(answer, question, preset, read) {
  if (answer === null) return read(preset)
  for (;;) {
    const text = (await answer.get(`${question} [${preset}]: `)).trim()
    try {
      return read(text === '' ? preset : text)
    } catch (error) {
      if (!(error instanceof CannotCreate)) throw error
      console.log(error.message)
    }
  }
}

/**
 * @template Value
 * @param {Value | undefined} value
 * @returns {Value}
 */
function need(value) {
  if (value === undefined) throw new CannotCreate('Nothing was answered.')
  return value
}
