import type { Cause, Findings } from './findings.ts'

/** The report of `--json`. Counts are of requests, unless a name says otherwise. */
export const jsonReport = (findings: Findings) => ({
  compared: findings.compared,
  equal: findings.equal,
  unexplained: findings.unexplained,
  followedPages: findings.followed,
  causes: findings.causes.filter(({ why }) => why === null).map(shownCause),
  explained: findings.causes.filter(({ why }) => why !== null).map(shownCause),
  unusedExplanations: findings.unusedExplanations,
  /** How often each rule decided that something is equal. */
  rules: Object.fromEntries(findings.rules),
  skipped: Object.fromEntries(findings.skipped),
  unreadable: Object.fromEntries(findings.unreadable),
})

const shownCause = ({ why, paths, ...cause }: Cause) => ({
  ...cause,
  ...(why !== null && { why }),
  paths: Object.fromEntries(paths),
})
