import { join } from 'node:path'
import { root } from '@turnpike/test-support/paths.ts'
import { generatePrisma } from '@turnpike/test-support/prisma/generate.ts'
import { describeWithPrisma, prismaVersions } from '@turnpike/test-support/prisma/packages.ts'
import { describe, expect, it } from 'vitest'

describeWithPrisma('clients of Prisma', () => {
  describe.each(prismaVersions)('%s', (version) => {
    it.each(['postgresql', 'sqlite'])(
      'Prisma generates its client for %s without an engine',
      async (provider) => {
        const schema = join(root, `test/support/prisma/${provider}.prisma`)
        const { module } = await generatePrisma(version, schema)
        const { Prisma, PrismaClient } = await import(module)

        expect(Prisma.prismaVersion.client).toBe(version)
        expect(PrismaClient).toBeTypeOf('function')
      },
    )
  })
})
