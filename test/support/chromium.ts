import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { describe } from 'vitest'

const executable = '/usr/bin/chromium'
const isThere = existsSync(executable)

/** Tests in a real browser. They are skipped, and say so, if there is none. */
export const describeInChromium = (name: string, tests: () => void): void => {
  if (!isThere && process.env.TURNPIKE_NO_SKIPS === '1') {
    throw new Error(`There is no Chromium at ${executable}: install the package chromium.`)
  }
  describe.skipIf(!isThere)(isThere ? name : `${name} (skipped: no ${executable})`, tests)
}

/** A browser that sends requests only for the pages it visits. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executable,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
