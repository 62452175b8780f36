import { charField, choiceField, integerField } from 'turnpike'
import { z } from 'zod'

export const newTicket = z.object({
  subject: charField({ maxLength: 200 }),
  body: charField({ maxLength: 10_000 }),
  priority: integerField({ minValue: 1, maxValue: 4 }).default(3).describe('1 is urgent.'),
})
export const newTickets = z.array(newTicket).min(1).max(100)

export const changedTicket = newTicket.extend({
  status: choiceField(['open', 'waiting', 'closed']),
  resolution: charField({ maxLength: 1000 }).nullable(),
  duplicateOf: integerField().nullable().default(null),
})

export const shownTicket = changedTicket
  .extend({ id: z.int(), owner: z.int(), created: z.iso.datetime() })
  .meta({ id: 'Ticket' })

export const newComment = z.object({ text: charField({ maxLength: 10_000 }) })

export const mail = newTicket.extend({
  id: charField({ maxLength: 200 }),
  from: charField().describe('The username of the customer.'),
})
