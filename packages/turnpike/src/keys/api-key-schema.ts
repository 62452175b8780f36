import * as z from 'zod'
import type { ApiKey } from '../accounts/keys/api-key.ts'
import { maxApiKeyNameLength } from '../accounts/keys/new-api-key.ts'
import { once } from '../caching/once.ts'
import { charField, choiceField, dateTimeField, listField } from '../validation/index.ts'

/** What is sent of an API key. */
export const apiKeySchema = once(() =>
  z
    .object({
      id: z.uuid(),
      name: z.string(),
      prefix: z.string().describe('How the key begins.'),
      scopes: z.array(z.string()),
      created: dateTimeField(),
      expires: dateTimeField().nullable().describe('Null: never.'),
      last_used: dateTimeField().nullable().describe('To the minute. Null: never used.'),
      allowed_addresses: z.array(z.string()).nullable().describe('Null: from all addresses.'),
    })
    .meta({ id: 'ApiKey' }),
)

/** What is sent of a new one, once. */
export const issuedApiKeySchema = once(() =>
  apiKeySchema()
    .extend({ key: z.string().describe('What clients send. It cannot be shown again.') })
    .meta({ id: 'IssuedApiKey' }),
)

/** @param scopes those that may be given. Null: any. */
export const newApiKeySchema = (scopes: readonly string[] | null) =>
  z.object({
    name: charField({ maxLength: maxApiKeyNameLength }),
    scopes: listField(scopes === null ? charField() : choiceField(scopes)),
    expires: dateTimeField().nullish().describe('Null: never. Default that of the service.'),
    allowed_addresses: listField(charField(), { allowEmpty: false })
      .nullish()
      .describe('Addresses and ranges, such as 192.0.2.0/24. Null: all.'),
  })

/** An API key under the names of the schema. */
export const shownApiKey = ({ lastUsed, allowedAddresses, user: _, ...apiKey }: ApiKey) => ({
  ...apiKey,
  last_used: lastUsed,
  allowed_addresses: allowedAddresses,
})
