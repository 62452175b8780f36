/** What ordinary requests meet while something else goes on. */
export interface Ordinary {
  readonly failed: number
  /** Milliseconds, of half of the requests at most and of 99 %. */
  readonly median: number
  readonly p99: number
  /** Requests a second. */
  readonly rate: number
}

/** Four clients with a token that ask for a list one time after the other. */
export async function ordinary(url: string, token: string, seconds: number): Promise<Ordinary> {
  const headers = { Authorization: `Token ${token}` }
  const times: number[] = []
  let failed = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() < end) {
        const begin = performance.now()
        const response = await fetch(`${url}/notes/?page_size=10`, { headers }).catch(() => null)
        await response?.text().catch(() => failed++)
        if (response?.status !== 200) failed++
        times.push(performance.now() - begin)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const part = (share: number) =>
    Math.round(10 * (times[Math.floor(times.length * share)] ?? 0)) / 10
  return { failed, median: part(0.5), p99: part(0.99), rate: Math.round(times.length / seconds) }
}
