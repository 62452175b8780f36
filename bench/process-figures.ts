import { readdir, readFile } from 'node:fs/promises'

/**
 * Microseconds of processor time of a process and of the ones that it has started, to the nanosecond: the time of
 * whole processes is counted in hundredths of a second only, that of their threads is not. A thread that has ended is
 * no longer counted.
 */
export async function processorTimeOf(pid: number): Promise<number> {
  return (await ownProcessorTime(pid)) + (await sumOverChildren(pid, processorTimeOf))
}

/** The same without the processes that it has started; 0 when it has ended. */
export async function ownProcessorTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const times = await Promise.all(
    threads.map(async (thread) => {
      const path = `/proc/${pid}/task/${thread}/schedstat`
      const statistics = await readFile(path, 'utf8').catch(() => '0')
      return Number(statistics.split(' ')[0]) / 1000
    }),
  )
  return times.reduce((sum, each) => sum + each, 0)
}

/** Microseconds that processes which this one has started, and which have ended, had used. */
export async function endedProcessorTime(pid: number): Promise<number> {
  const fields = await statOf(pid)
  return (Number(fields[13]) + Number(fields[14])) * 10_000
}

export const parentOf = async (pid: number): Promise<number> => Number((await statOf(pid))[1])

/** What `/proc/<pid>/stat` has behind the name, which may hold blanks: state, parent, … */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Most bytes that a process has had in memory, and the ones that it has started. */
export const peakMemoryOf = (pid: number): Promise<number> => memoryOf(pid, 'VmHWM')

/** Bytes that a process has in memory now, and the ones that it has started. */
export const residentMemoryOf = (pid: number): Promise<number> => memoryOf(pid, 'VmRSS')

async function memoryOf(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kib = Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
  return kib * 1024 + (await sumOverChildren(pid, (child) => memoryOf(child, field)))
}

async function sumOverChildren(
  pid: number,
  amount: (pid: number) => Promise<number>,
): Promise<number> {
  const amounts = await Promise.all((await childrenOf(pid)).map(amount))
  return amounts.reduce((sum, each) => sum + each, 0)
}

export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}
