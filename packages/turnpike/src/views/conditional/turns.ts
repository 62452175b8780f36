/** Does one piece of work at a time for each key, in the order of arrival. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

export function turns(): Turns {
  /** The last piece of work of each key. It never rejects. */
  const last = new Map<string, Promise<unknown>>()

  return async (key, work) => {
    const before = last.get(key)
    const result = before === undefined ? work() : before.then(work)
    const ended = result.catch(() => {})
    last.set(key, ended)
    try {
      return await result
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
