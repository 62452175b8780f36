import * as z from 'zod'
import type { ApiKey } from '../accounts/keys/api-key.ts'
import { maxApiKeyNameLength } from '../accounts/keys/new-api-key.ts'
import { once } from '../caching/once.ts'
import { charField, choiceField, dateTimeField, listField } from '../validation/index.ts'

/** The sent fields of an API key. */
export const apiKeySchema = once(() =>
  z
    .object({
      id: z.uuid(),
      name: z.string(),
      prefix: z.string().describe('How the key begins.'),
      scopes: z.array(z.string()),
      created: dateTimeField(),
      expires: dateTimeField().nullable().describe('Null means never.'),
      last_used: dateTimeField().nullable().describe('To the minute. Null if never used.'),
      allowed_addresses: z.array(z.string()).nullable().describe('Null means all addresses.'),
    })
    .meta({ id: 'ApiKey' }),
)

/** The sent fields of a new API key, which are shown once. */
export const issuedApiKeySchema = once(() =>
  apiKeySchema()
    .extend({ key: z.string().describe('What clients send. It cannot be shown again.') })
    .meta({ id: 'IssuedApiKey' }),
)

/** @param scopes those that may be given. Null means any. */
export const newApiKeySchema = (scopes: readonly string[] | null) =>
  z.object({
    name: charField({ maxLength: maxApiKeyNameLength }),
    scopes: listField(scopes === null ? charField() : choiceField(scopes)),
    expires: dateTimeField().nullish().describe('Null means never. Default that of the service.'),
    allowed_addresses: listField(charField(), { allowEmpty: false })
      .nullish()
      .describe('Addresses and ranges, such as 192.0.2.0/24. Null means all.'),
  })

/** An API key under the names of the schema. */
export const shownApiKey = ({ lastUsed, allowedAddresses, user: _, ...apiKey }: ApiKey) => ({
  ...apiKey,
  last_used: lastUsed,
  allowed_addresses: allowedAddresses,
})
