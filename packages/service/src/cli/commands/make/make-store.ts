import { requireFiles } from './application.ts'
import { nameOf, requireFree } from './names.ts'
import { carryOut, type MakeOptions } from './plan.ts'
import { storeTestText, storeText } from './texts/store.ts'

/** Writes a store over a source of the application's own, and its contract as a test. */
export async function makeStore(given: string, options: MakeOptions): Promise<void> {
  const name = nameOf('store', given)
  requireFree('store', name.camel)
  const folder = process.cwd()
  await requireFiles(folder, ['package.json', 'src/api.ts'])
  const plan = {
    made: {
      [`src/${name.kebab}-store.ts`]: storeText(name),
      [`test/${name.kebab}-store.test.ts`]: storeTestText(name),
    },
    changed: [],
    next: [
      `Write the Source of src/${name.kebab}-store.ts, and open it in test/${name.kebab}-store.test.ts.`,
    ],
  }
  await carryOut(folder, plan, options)
}
