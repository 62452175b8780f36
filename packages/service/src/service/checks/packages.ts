import { describeDouble, doublePackages } from '../double-packages.ts'
import type { Check } from './finding.ts'

/** `packages.double` */
export const packagesAreShared: Check = {
  isForDeploy: false,
  find: () =>
    doublePackages().map((double) => ({
      id: 'packages.double',
      severity: 'warning',
      ...describeDouble(double),
    })),
}
