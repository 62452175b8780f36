/** One promise of a store's interface, as a test for any runner: `it(name, run)`. */
export interface ContractCase {
  /** The promise. It can be read without the names around it. */
  readonly name: string
  /**
   * Opens a store, tests one promise and closes the store.
   *
   * @throws Error that says what the store does and what it should do.
   */
  readonly run: () => Promise<void>
}

/** The resources of one case. They are closed after it, whether it passes or not. */
export interface Opened {
  /** A promise is waited for. Default: there is nothing to close. */
  close?(): unknown
}

/** Declares one case. The test gets what was opened for it. */
export type It<O> = (name: string, test: (opened: O) => Promise<void>) => void

/** Some cases of a contract that belong together. */
export type Chapter<O> = (it: It<O>) => void

/** The cases of the chapters, each with a store of its own. */
export function contract<O extends Opened>(
  open: () => O | Promise<O>,
  ...chapters: readonly Chapter<O>[]
): ContractCase[] {
  const cases: ContractCase[] = []
  const it: It<O> = (name, test) => {
    cases.push({
      name,
      async run() {
        const opened = await open()
        try {
          await test(opened)
        } finally {
          await opened.close?.()
        }
      },
    })
  }
  for (const chapter of chapters) chapter(it)
  return cases
}
