import { rules } from '../comparing/rules.ts'
import type { Cause, Findings } from './findings.ts'

/** The report for people. */
export function textReport(findings: Findings): string {
  const causes = findings.causes.filter(({ why }) => why === null)
  const explained = findings.causes.filter(({ why }) => why !== null)
  const blocks = [
    summary(findings, causes.length),
    section('Differences', causes.map(shownCause)),
    section('Explained differences', explained.map(shownCause)),
    section(
      'Equal by rule',
      rows([...findings.rules].map(([rule, n]) => [rule, many(n), rules[rule]])),
    ),
    section('Not compared', rows(notCompared(findings))),
    section(
      'Explanations that were not needed',
      findings.unusedExplanations.map(
        ({ why, ...patterns }) => `${JSON.stringify(patterns)}: ${why}`,
      ),
    ),
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

function summary({ compared, equal, unexplained, followed }: Findings, causes: number): string {
  if (compared === 0) return 'Nothing was compared.'
  const pages = followed === 0 ? '' : `, of which ${counted(followed, 'page')} by following cursors`
  const found =
    causes === 0
      ? 'No unexplained differences.'
      : `${many(unexplained)} with unexplained differences, of ${counted(causes, 'cause')}.`
  return `Compared the answers to ${counted(compared, 'request')}${pages}: ${many(equal)} equal. ${found}`
}

/**
 * A text of a service for a terminal: a key of JSON may have escape sequences, or line ends that
 * look like lines of the report.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return `\\u{${code}}`
  })

function shownCause({ cause, why, requests, first, old, new: changed, paths }: Cause): string {
  const place = `${first.method} ${first.target} (${first.place})`
  const others = [...paths].map(([path, count]) => `${path} ${many(count)}`)
  return [
    `${cause}: ${counted(requests, 'request')}, first: ${place}`,
    ...(why === null ? [] : [`    because ${why}`]),
    // The cause of a status says both.
    ...(cause.startsWith('status ')
      ? []
      : [`    old: ${old ?? 'none'}`, `    new: ${changed ?? 'none'}`]),
    ...(others.length > 1
      ? [`    at ${others.slice(0, 8).join(', ')}${others.length > 8 ? ' …' : ''}`]
      : []),
  ]
    .map(printable)
    .join('\n')
}

function* notCompared({ skipped, unreadable }: Findings): Generator<string[]> {
  for (const [reason, count] of skipped) yield [many(count), reason]
  for (const [reason, { count, first }] of unreadable) {
    yield [many(count), `unreadable: ${reason}, first: ${first}`]
  }
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : [title, ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`)].join('\n')

/** Cells in columns. */
function rows(table: Iterable<readonly string[]>): string[] {
  const cells = [...table].map((row) => row.map(printable))
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  return cells.map((row) =>
    row
      .map((cell, column) =>
        /^[\d,]+$/.test(cell)
          ? cell.padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

const many = (number: number) => number.toLocaleString('en')
const counted = (number: number, what: string) =>
  `${many(number)} ${what}${number === 1 ? '' : 's'}`
