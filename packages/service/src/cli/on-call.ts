/**
 * Loads the work of a command only when the command is run: its help needs none of it.
 *
 * ```ts
 * .action(onCall(async () => (await import('./commands/tokens/print-token.ts')).printToken))
 * ```
 *
 * @param load imports the module and returns its function.
 */
export const onCall =
  <Given extends unknown[]>(load: () => Promise<(...given: Given) => Promise<void>>) =>
  async (...given: Given): Promise<void> => {
    const action = await load()
    await action(...given)
  }
