import { requireFiles } from './application.ts'
import { nameOf, requireFree } from './names.ts'
import { carryOut, type MakeOptions } from './plan.ts'
import { schemeTestText, schemeText } from './texts/scheme.ts'

/** Writes an authentication scheme and its test. */
export async function makeScheme(given: string, options: MakeOptions): Promise<void> {
  const name = nameOf('scheme', given)
  requireFree('scheme', name.camel)
  const folder = process.cwd()
  await requireFiles(folder, ['package.json', 'src/api.ts'])
  const plan = {
    made: {
      [`src/${name.kebab}.ts`]: schemeText(name),
      [`test/${name.kebab}.test.ts`]: schemeTestText(name),
    },
    changed: [],
    next: [
      `Add ${name.camel}Authentication({ verify }) of src/${name.kebab}.ts to DEFAULT_AUTHENTICATION_CLASSES in src/api.ts.`,
    ],
  }
  await carryOut(folder, plan, options)
}
