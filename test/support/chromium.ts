import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { programs } from './programs.ts'
import { describeUnless } from './skipped.ts'

const executable = programs.chromium

/** Tests in a real browser. They are skipped, and say so, if there is none. */
export const describeInChromium = (name: string, tests: () => void): void =>
  describeUnless(
    existsSync(executable)
      ? null
      : `there is no Chromium at ${executable}: install the package chromium`,
    name,
    tests,
  )

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
