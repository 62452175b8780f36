import { defineConfig } from 'vitest/config'
import ClosingCount from './test/support/closing-count.ts'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', new ClosingCount()],
  },
})
