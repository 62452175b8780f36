import type { Field } from '../fields.ts'
import { fitted, importOf } from '../layout.ts'
import type { ResourceName } from '../names.ts'

/** The file of the views, with the schemas of what clients may send and are sent. */
export const viewsText = ({ one, all }: ResourceName, fields: readonly Field[]): string => `\
${importOf(['type ApiRequest', 'isAuthenticated', 'type Permission', 'type User', ...helpersOf(fields)], 'turnpike')}
import { z } from 'zod'
import type { Api, Context } from './api.ts'
import { ${one.camel}Store } from './database.ts'

/** What clients may send. What is not named here is dropped. */
const new${one.pascal} = z.object({
${fields.map(({ name, sent }) => `  ${name}: ${sent},\n`).join('')}})

/** What clients are sent. What is not named here stays in the database. */
const shown${one.pascal} = z
  .object({
    id: z.int(),
${fields.map(({ name, shown }) => `    ${name}: ${shown},\n`).join('')}\
    created: z.iso.datetime(),
  })
  .meta({ id: '${one.pascal}' })

/** Users see and change their own ${all.words}; those of others are a 404. */
const isOwner = {
  name: 'isOwner',
  hasPermission: () => true,
  scope: ({ user }: ApiRequest<User>) => ({ field: 'owner', operator: '=', value: user.pk }),
} satisfies Permission

export function ${all.camel}Views(api: Api, context: Context) {
  const ${all.camel} = ${one.camel}Store(context)
  const permissions = [isAuthenticated, isOwner] as const

  return {
    '/${all.kebab}/': api.listView({
      name: '${all.title}',
      permissions,
      store: ${all.camel},
      schema: new${one.pascal},
      answers: shown${one.pascal},
      create: (data, { user }) =>
${createdText(all.camel)}
      location: ({ id }) => \`/${all.kebab}/\${id}/\`,
    }),
    '/${all.kebab}/:id/': api.detailView({
      name: '${one.title}',
      permissions,
      store: ${all.camel},
      schema: new${one.pascal},
      answers: shown${one.pascal},
    }),
  }
}
`

const createdText = (store: string) =>
  fitted(
    `        ${store}.create({ ...data, owner: user.pk, created: new Date().toISOString() }),`,
    `        ${store}.create({
          ...data,
          owner: user.pk,
          created: new Date().toISOString(),
        }),`,
  )

const helpersOf = (fields: readonly Field[]) =>
  fields.flatMap(({ sent }) => /^\w+Field/.exec(sent)?.[0] ?? [])
