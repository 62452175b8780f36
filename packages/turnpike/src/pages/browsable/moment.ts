import { html } from 'hono/html'
import type { Html } from '../html.ts'
import type { InLanguage } from '../translate.ts'

const day = /^\d{4}-\d\d-\d\d$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** Whether the value is a moment of ISO 8601 with its time zone. */
export const isMoment = (value: unknown): boolean => typeof value === 'string' && moment.test(value)

/**
 * A day, or a moment in UTC, as people of the language write it: `May 1, 2026, 10:00`. Pointing at
 * it shows the value itself. Null for any other text, such as a moment without a time zone.
 */
export function momentMarkup(text: string, { language }: InLanguage): Html | null {
  const isDay = day.test(text)
  if (!isDay && !moment.test(text)) return null
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return null

  const formats = formatsIn(language)
  const shown = (isDay ? formats.day : formats.moment).format(time)
  return html`<time datetime="${text}" title="${text}">${shown}</time>`
}

interface Formats {
  readonly day: Intl.DateTimeFormat
  readonly moment: Intl.DateTimeFormat
}

/** Kept, because making one takes longer than a hundred uses. There are few languages. */
const made = new Map<string, Formats>()

function formatsIn(language: string): Formats {
  const known = made.get(language)
  if (known !== undefined) return known

  const date = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const formats = {
    day: new Intl.DateTimeFormat(language, date),
    moment: new Intl.DateTimeFormat(language, { ...date, ...time }),
  }
  made.set(language, formats)
  return formats
}
