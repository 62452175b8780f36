/** Numbers that look random and are the same in each run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

/** Statements that conflict, replace, move rows between ranges and groups, and delete. */
export function randomStatements(below: (limit: number) => number) {
  const one = (...choices: string[]) => choices[below(choices.length)] as string
  const row = () =>
    `(${[
      one('null', `${below(80)}`, `${below(80)}`, '-1'),
      one('null', `'s${below(60)}'`),
      one('null', `'t${below(40)}'`, `'T${below(40)}'`),
      one('null', '0', '1', '2'),
      one('null', `'c${below(9)}'`),
      one('null', 'null', '1'),
    ].join()})`
  const rows = () => Array.from({ length: 1 + below(12) }, row).join()
  const columns = '(id, slug, title, owner, created, parent)'
  const or = () => one('', 'or replace', 'or replace', 'or ignore', 'or fail')
  const change = () =>
    one(
      `id = ${below(80)}`,
      'rowid = id + 1',
      `owner = ${one('null', '1', '2')}`,
      `created = ${one('null', `'c${below(9)}'`)}`,
      `slug = 's${below(60)}'`,
      `title = 't${below(40)}', owner = ${below(4)}`,
    )
  const makers: (() => string)[] = [
    () => `insert ${or()} into note ${columns} values ${rows()}`,
    () => `insert ${or()} into note ${columns} values ${rows()}`,
    () => `update ${or()} note set ${change()} where id ${one('=', '<', '>')} ${below(80)}`,
    () => `delete from note where id ${one('=', '<', '>')} ${below(80)}`,
    () => `insert into note ${columns} values ${rows()}
      on conflict (id) do update set owner = excluded.owner, created = excluded.created
      on conflict do nothing`,
    () => `insert into note (owner, created) select value % 4, 'c' || value % 5 from generated`,
    () => one('delete from note', 'update note set created = null'),
  ]
  const weights = [0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 6]
  const generated = `with recursive generated (value) as (
    select 1 union all select value + 1 from generated where value < 40) `
  return () => {
    const text = (makers[weights[below(weights.length)] as number] as () => string)()
    const isUndone = below(6) === 0
    return { text: text.includes('from generated') ? generated + text : text, isUndone }
  }
}
