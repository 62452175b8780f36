import { readFile } from 'node:fs/promises'

/** Microseconds of a process and of the ones that it has started; Linux counts hundredths of a second. */
export async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Behind the name, which may hold blanks, come 11 fields and then the user's and the system's time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = (Number(fields[11]) + Number(fields[12])) * 10_000
  return own + (await sumOverChildren(pid, processorTimeOf))
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
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const amounts = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(amount))
  return amounts.reduce((sum, each) => sum + each, 0)
}
