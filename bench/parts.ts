import type { Part } from './part.ts'
import { comparison } from './parts/comparison.ts'
import { concurrency } from './parts/concurrency.ts'
import { connections } from './parts/connections.ts'
import { depth } from './parts/depth.ts'
import { large } from './parts/large.ts'
import { profile } from './parts/profile.ts'
import { scale } from './parts/scale.ts'
import { workers } from './parts/workers.ts'

/** In the order of the results. */
export const parts: readonly Part[] = [
  comparison,
  depth,
  large,
  workers,
  concurrency,
  connections,
  scale,
  profile,
]
