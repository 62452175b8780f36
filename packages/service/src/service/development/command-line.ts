import { readFile } from 'node:fs/promises'

/**
 * What a developer types for `turnpike`, which npm does not put on the PATH of a terminal. A script
 * of that name comes first, because it may set the variables of the service, such as those of
 * `.env`.
 *
 * @param manifest the `package.json` of which npm runs a script, or undefined.
 */
export async function commandLineOf(manifest: string | undefined): Promise<string> {
  try {
    const { scripts } = JSON.parse(await readFile(manifest ?? '', 'utf8'))
    if ('turnpike' in scripts) return 'npm run turnpike --'
  } catch {
    // Without a manifest or scripts, the program of the installed package is all there is.
  }
  return 'npx turnpike'
}
