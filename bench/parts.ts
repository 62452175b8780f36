import type { Part } from './part.ts'
import { comparison } from './parts/comparison.ts'
import { depth } from './parts/depth.ts'
import { profile } from './parts/profile.ts'

/** In the order of the results. */
export const parts: readonly Part[] = [comparison, depth, profile]
