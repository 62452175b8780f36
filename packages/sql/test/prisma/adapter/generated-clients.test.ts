import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatePrisma } from '../../support/prisma/generate.ts'
import { describeWithPrisma, prismaVersions } from '../../support/prisma/packages.ts'

describeWithPrisma('clients of Prisma', () => {
  describe.each(prismaVersions)('%s', (version) => {
    it.each(['postgresql', 'sqlite'])(
      'Prisma generates its client for %s without an engine',
      async (provider) => {
        const schema = resolve(import.meta.dirname, `../../support/prisma/${provider}.prisma`)
        const { module } = await generatePrisma(version, schema)
        const { Prisma, PrismaClient } = await import(module)

        expect(Prisma.prismaVersion.client).toBe(version)
        expect(PrismaClient).toBeTypeOf('function')
      },
    )
  })
})
