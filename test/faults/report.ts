/** One expectation of a fault script and what was seen. */
export interface Finding {
  readonly what: string
  readonly seen: number | string | boolean
  /** As it is printed: `0`, `at most 250 ms`. Null: a figure without an expectation. */
  readonly expected: string | null
  readonly holds: boolean
}

/** A count that must be exactly this. */
export const exactly = (what: string, seen: number, expected: number): Finding => ({
  what,
  seen,
  expected: String(expected),
  holds: seen === expected,
})

/** A figure that must not be more than this. */
export const atMost = (what: string, seen: number, most: number, unit = ''): Finding => ({
  what,
  seen: rounded(seen),
  expected: `at most ${most}${unit && ` ${unit}`}`,
  holds: seen <= most,
})

export const atLeast = (what: string, seen: number, least: number): Finding => ({
  what,
  seen: rounded(seen),
  expected: `at least ${least}`,
  holds: seen >= least,
})

export const isSo = (what: string, seen: boolean): Finding => ({
  what,
  seen,
  expected: 'true',
  holds: seen,
})

/** A figure without an expectation. */
export const figure = (what: string, seen: number | string): Finding => ({
  what,
  seen: typeof seen === 'number' ? rounded(seen) : seen,
  expected: null,
  holds: true,
})

/** Prints the findings as a table; the exit code is 1 when one does not hold. */
export function report(title: string, findings: readonly Finding[]): void {
  console.log(`\n${title}`)
  const width = Math.max(...findings.map(({ what }) => what.length))
  for (const { what, seen, expected, holds } of findings) {
    const verdict = expected === null ? '' : `  ${holds ? 'ok' : 'FAILED'}, expected ${expected}`
    console.log(`  ${what.padEnd(width)}  ${String(seen).padStart(10)}${verdict}`)
  }
  if (findings.some(({ holds }) => !holds)) process.exitCode = 1
}

/** The findings that do not hold; a test expects an empty list. */
export const broken = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ holds }) => !holds)

const rounded = (figure: number) => Math.round(figure * 1000) / 1000
