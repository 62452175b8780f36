import { rules } from '../comparing/rules.ts'
import type { Cause, Findings } from './findings.ts'
import { many, pathBars, shown } from './path-bars.ts'

/** The report as a page, complete in itself: it loads nothing, and runs no script. */
export function htmlReport(findings: Findings): string {
  const causes = findings.causes.filter(({ why }) => why === null)
  const explained = findings.causes.filter(({ why }) => why !== null)
  const { compared, equal, unexplained } = findings
  const numbers = [
    ['compared', compared],
    ['equal', equal],
    ['with unexplained differences', unexplained],
    ['not compared', sumOf(findings.skipped.values())],
  ] as const
  const body = [
    '<h1>Replay</h1>',
    `<ul class="numbers">${numbers
      .map(([what, count]) => `<li><b>${many(count)}</b> ${what}</li>`)
      .join('')}</ul>`,
    pathBars(findings.causes),
    section('Differences', causes.map(causeArticle)),
    section('Explained differences', explained.map(causeArticle)),
    section(
      'Equal by rule',
      table([...findings.rules].map(([rule, n]) => [rule, many(n), rules[rule]])),
    ),
    section('Not compared', table([...findings.skipped].map(([reason, n]) => [reason, many(n)]))),
    section(
      'Unreadable',
      table(
        [...findings.unreadable].map(([reason, { count, first }]) => [reason, many(count), first]),
      ),
    ),
  ]
  return page(body.filter((part) => part !== '').join('\n'))
}

const page = (body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Replay</title>
<style>
${style}
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

function causeArticle({ cause, requests, first, why, old, new: changed, paths }: Cause): string {
  const place = `${first.method} ${first.target} (${first.place})`
  const values: readonly (readonly [string, string])[] = [
    ['first', place],
    ['old', old ?? 'none'],
    ['new', changed ?? 'none'],
    ...(why === null ? [] : [['because', why] as const]),
    ['paths', [...paths].map(([path, count]) => `${path} ${many(count)}`).join(', ')],
  ]
  const rows = values.map(([name, value]) => `<dt>${name}</dt><dd>${shown(value)}</dd>`)
  return `<article><h3>${shown(cause)} <small>${many(requests)} ${
    requests === 1 ? 'request' : 'requests'
  }</small></h3><dl>${rows.join('')}</dl></article>`
}

const section = (title: string, parts: readonly string[]): string =>
  parts.length === 0 ? '' : `<section><h2>${title}</h2>\n${parts.join('\n')}</section>`

function table(rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const lines = rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${shown(cell)}</td>`).join('')}</tr>`,
  )
  return [`<div class="wide" tabindex="0"><table>${lines.join('\n')}</table></div>`]
}

const sumOf = (counts: Iterable<number>): number =>
  [...counts].reduce((sum, count) => sum + count, 0)

const style = `
:root { color-scheme: light dark; --ground: #fff; --text: #1f2933; --soft: #4a5663; --line: #d5dce3;
  --open: #d55e00; --known: #5b6672 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14181d; --text: #e4e9ee; --soft: #b4bfca; --line: #36414c;
    --open: #e69f00; --known: #93a1af }
}
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
h2 { margin-top: 2rem }
h3 { margin: 0 0 .3rem; font-size: 1rem; overflow-wrap: anywhere }
small { color: var(--soft); font-weight: 400 }
.numbers { display: flex; flex-wrap: wrap; gap: .5rem 2rem; padding: 0; list-style: none }
.numbers b { font-size: 1.5rem }
article { padding: .8rem 0; border-top: 1px solid var(--line) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: 0 }
dt { color: var(--soft) }
dd { margin: 0; font: 13px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
.wide { overflow-x: auto }
td { padding: .2rem .8rem .2rem 0; vertical-align: top }
.bars { padding: 0; list-style: none }
.bars li { margin-bottom: .6rem; overflow-wrap: anywhere }
.bars span { display: block }
.bars i { display: inline-block; height: .75rem }
.key { display: inline-block; width: .8em; height: .8em }
.open { background: var(--open) }
.known { background: var(--known) }
`.trim()
