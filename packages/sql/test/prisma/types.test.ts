import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { generatePrisma } from '@turnpike/test-support/prisma/generate.ts'
import { schemaOf } from '@turnpike/test-support/prisma/open.ts'
import {
  describeWithPrisma,
  prismaFolder,
  prismaVersions,
} from '@turnpike/test-support/prisma/packages.ts'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const compilers = ['typescript-5.9', 'typescript-6.0', 'typescript']

/** A program of an application. Every line that must not compile says so. */
const program = (client: string) => `
import { createApi, cursorPagination, type ItemSet } from 'turnpike'
import { prismaItems, prismaStore } from '@turnpike/sql/prisma'
import type { PrismaClient } from '${client}'

declare const prisma: PrismaClient
type Is<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

// What is selected is what an item has.
const all = prismaItems(prisma.ticket)
const titles = prismaItems(prisma.ticket, { where: { ownerId: 7 }, select: { title: true, owner: { select: { name: true } } } })
const more = prismaItems(prisma.ticket, { include: { owner: true }, omit: { details: true }, orderBy: [{ created: 'desc' }, { id: 'asc' }] })
type ItemIn<Set> = Set extends ItemSet<infer Item> ? Item : never
export const isExact: Is<ItemIn<typeof titles>, { title: string; owner: { name: string } | null }> = true
const ids: Promise<bigint[]> = all.slice(0, 1).then((items) => items.map(({ number }) => number))
const names: Promise<(string | undefined)[]> = more.slice(0, 1).then((items) => items.map(({ owner }) => owner?.name))
// @ts-expect-error it is omitted
more.slice(0, 1).then((items) => items.map(({ details }) => details))

// The options fit the model.
// @ts-expect-error no field of the model
prismaItems(prisma.ticket, { where: { color: 'red' } })
// @ts-expect-error a number
prismaItems(prisma.ticket, { where: { ownerId: 'ann' } })
// @ts-expect-error no field of the model
prismaItems(prisma.ticket, { select: { color: true } })
// @ts-expect-error no column of the model
prismaItems(prisma.ticket, { key: 'color' })
// @ts-expect-error a relation
prismaItems(prisma.ticket, { orderBy: { owner: { name: 'asc' } } })
prismaItems(prisma.membership, { key: ['team', 'personId'] })

// Stores take the columns of Prisma's unchecked input.
const store = prismaStore(prisma.ticket, { include: { owner: true } })
store.create({ title: 'a', ownerId: 7, price: '1.50', kind: 'question' })
store.create({ title: 'a' }).then((item) => item.owner?.name)
// @ts-expect-error title is missing
store.create({ ownerId: 7 })
// @ts-expect-error no column
store.create({ title: 'a', color: 'red' })
// @ts-expect-error no value of the enum
store.create({ title: 'a', kind: 'other' })
const members = prismaStore(prisma.membership, { key: ['team', 'personId'], keyName: 'team_personId' })
members.create({ team: 'a', personId: 7 })
// @ts-expect-error the reference is missing
members.create({ team: 'a' })
// @ts-expect-error no field of the key
prismaStore(prisma.ticket, { readKey: { color: (text: string) => text } })

// Clients with extensions and those of transactions are clients, too.
const extended = prisma.$extends({
  result: { ticket: { shout: { needs: { title: true }, compute: ({ title }) => title.toUpperCase() } } },
})
const shouts: Promise<string[]> = prismaItems(extended.ticket, { select: { shout: true } })
  .slice(0, 1)
  .then((items) => items.map(({ shout }) => shout))
prisma.$transaction(async (tx) => prismaStore(tx.ticket).create({ title: 'a' }))

// Lists of views fit the model.
const api = createApi()
api.listView({ items: prismaItems(prisma.ticket), pagination: cursorPagination({ ordering: '-created' }) })
api.listView({
  items: prismaItems(prisma.ticket),
  // @ts-expect-error no field of the items
  pagination: cursorPagination({ ordering: '-color' }),
})

export { ids, names, shouts }
`

const options = (folder: string) => ({
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    typeRoots: [join(root, 'node_modules/@types')],
    paths: {
      turnpike: [join(root, 'packages/turnpike/src/index.ts')],
      '@turnpike/sql/prisma': [join(root, 'packages/sql/src/prisma/index.ts')],
    },
  },
  include: [],
  files: [join(folder, 'program.ts')],
})

const compile = (compiler: string, folder: string) =>
  new Promise<string>((done) => {
    const tsc = resolve(root, 'node_modules', compiler, 'bin/tsc')
    execFile(process.execPath, [tsc, '-p', folder], { cwd: folder }, (error, out) =>
      done(out || (error?.message ?? '')),
    )
  })

describeWithPrisma('the types of @turnpike/sql/prisma', () => {
  for (const version of prismaVersions) {
    // The types of Prisma hardly differ, and take long.
    for (const compiler of version === '7.0.0' ? compilers.slice(-1) : compilers) {
      it(`lists and stores fit the schema of Prisma ${version} for ${compiler}`, async () => {
        const { module } = await generatePrisma(version, schemaOf('postgresql'))
        const folder = await mkdtemp(join(prismaFolder(version), 'generated', 'types-'))
        onTestFinished(() => rm(folder, { recursive: true }))
        await writeFile(join(folder, 'program.ts'), program(module))
        await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options(folder)))
        expect(await compile(compiler, folder)).toBe('')
      })
    }
  }
})
