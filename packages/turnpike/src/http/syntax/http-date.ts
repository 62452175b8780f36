/** The moment in whole seconds, as header fields have it (RFC 9110 §5.6.7). */
export const httpDate = (date: Date): string => date.toUTCString()

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const month = `(?<month>${months.join('|')})`
const time = '(?<time>\\d{2}:\\d{2}:\\d{2})'

/** `Sun, 06 Nov 1994 08:49:37 GMT`, and the two obsolete forms, which servers still read. */
const forms = [
  `[SMTWF][a-z]{2}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT`,
  `[SMTWF][a-z]{5,8}, (?<day>\\d{2})-${month}-(?<short>\\d{2}) ${time} GMT`,
  `[SMTWF][a-z]{2} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/** Reads the date of a header field; null when it is not one. */
export function readHttpDate(field: string): Date | null {
  for (const form of forms) {
    const { day = '', month = '', year, short = '', time } = form.exec(field.trim())?.groups ?? {}
    if (time === undefined) continue
    const date = `${day.trim().padStart(2, '0')} ${month} ${year ?? fullYear(Number(short))}`
    const read = new Date(`${date} ${time} GMT`)
    // `new Date` would take the 31st of February for the 3rd of March.
    return !Number.isNaN(read.getTime()) && httpDate(read).includes(`${date} ${time}`) ? read : null
  }
  return null
}

/** A year of two digits more than 50 years in the future is in the past (RFC 9110 §5.6.7). */
function fullYear(short: number): number {
  const now = new Date().getUTCFullYear()
  const year = now - (now % 100) + short
  return year > now + 50 ? year - 100 : year
}
