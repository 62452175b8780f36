/** A moment in UTC with at most milliseconds, as the input has it (HTML §2.3.5.7). */
const localMoment = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?$/
const day = /^\d{4}-\d\d-\d\d$/

/**
 * The value in the form of the browser's input for days, or for moments in UTC. A value that the
 * input could not show, such as one with microseconds, is in a line of text.
 */
export function dateInput(
  kind: 'date' | 'datetime-local',
  value: string,
): { kind: 'date' | 'datetime-local' | 'text'; value: string } {
  if (value === '' || (kind === 'date' && day.test(value))) return { kind, value }
  const [, date, time] = (kind === 'datetime-local' && localMoment.exec(value)) || []
  return date === undefined ? { kind: 'text', value } : { kind, value: `${date}T${time}` }
}

/**
 * The moment of the input as programs write it: `2026-05-01T10:00` is `2026-05-01T10:00:00Z`. Other
 * texts are left as they are.
 */
export function momentOf(value: string): string {
  const [, date, time = ''] = localMoment.exec(value) ?? []
  return date === undefined ? value : `${date}T${time.length === 5 ? `${time}:00` : time}Z`
}
