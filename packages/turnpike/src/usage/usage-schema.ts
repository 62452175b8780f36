import * as z from 'zod'
import { once } from '../caching/once.ts'
import type { Usage } from '../throttling/throttle.ts'
import { choiceField, dateTimeField } from '../validation/index.ts'

/** What a limit leaves to the caller, as it is sent. */
export const usageSchema = once(() =>
  z
    .object({
      name: z.string().describe('The limit, as in RateLimit.'),
      limit: z.int().describe('How many requests are allowed in each period.'),
      remaining: z.int().describe('How many more are allowed now.'),
      seconds: z.int().describe('The length of the window, or of the current period.'),
      reset_seconds: z
        .int()
        .describe(
          'Seconds until the period ends, or until the oldest counted request leaves the window. 0 if there is none.',
        ),
      period: choiceField(['day', 'week', 'month', 'year'])
        .nullable()
        .describe('The period of the calendar. Null if the window slides.'),
      time_zone: z.string().nullable().describe('That of the calendar. Null if the window slides.'),
      resets_at: dateTimeField()
        .nullable()
        .describe('When the period of the calendar ends. Null if the window slides.'),
    })
    .meta({ id: 'Usage' }),
)

/** A limit under the names of the schema. */
export const shownUsage = ({
  name,
  limit,
  remaining,
  seconds,
  reset,
  period,
  timeZone,
  ends,
}: Usage) => ({
  name,
  limit,
  remaining,
  seconds,
  reset_seconds: Math.ceil(reset),
  period,
  time_zone: timeZone,
  resets_at: ends,
})
