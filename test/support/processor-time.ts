/**
 * Milliseconds of a processor that this thread spends until the work is done. Time in which it waits, or in which
 * other programs and threads run, is not counted.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
