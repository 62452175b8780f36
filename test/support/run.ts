import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Runs Node in a folder of the project, on the sources, and gives what it prints.
 *
 * @throws with what it has printed if it fails.
 */
export async function run(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = ['--conditions=source', '--disable-warning=ExperimentalWarning']
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...options, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
    })
    return stdout
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string }
    throw new Error(`${message}\n${stdout}`, { cause: error })
  }
}
