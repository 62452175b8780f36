/** A family, as a strict reader of Prometheus' text format 0.0.4 sees it. */
export interface ReadFamily {
  readonly type: string
  readonly help: string
  readonly samples: {
    readonly name: string
    readonly labels: Map<string, string>
    readonly value: number
  }[]
}

/**
 * Reads the text format by its description, and throws for whatever that does not allow: a sample
 * without a family or twice, a wrong name, an open quote, buckets that fall or lack `+Inf`.
 */
export function readExposition(text: string): Map<string, ReadFamily> {
  if (!text.endsWith('\n')) throw new Error('The last line must end with a line feed.')
  const families = new Map<string, ReadFamily>()
  const helps = new Map<string, string>()
  const seen = new Set<string>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help, helpText = ''] = /^# HELP ([a-zA-Z_:][\w:]*) (.*)$/.exec(line) ?? []
    const [, type, kind = ''] =
      /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram)$/.exec(line) ?? []
    if (help !== undefined) helps.set(help, helpText)
    else if (type !== undefined) {
      if (families.has(type)) throw new Error(`${type} comes twice.`)
      current = type
      families.set(type, { type: kind, help: helps.get(type) ?? '', samples: [] })
    } else {
      const sample = readSample(line)
      const family = families.get(current)
      const isOwn =
        family?.type === 'histogram'
          ? [`${current}_bucket`, `${current}_sum`, `${current}_count`].includes(sample.name)
          : sample.name === current
      if (family === undefined || !isOwn) throw new Error(`No family has this sample: ${line}`)
      const key = JSON.stringify([sample.name, ...[...sample.labels].toSorted()])
      if (seen.has(key)) throw new Error(`This sample comes twice: ${line}`)
      seen.add(key)
      family.samples.push(sample)
    }
  }
  for (const [name, family] of families)
    if (family.type === 'histogram') requireBuckets(name, family)
  return families
}

function readSample(line: string) {
  const [, name = '', rest = ''] = /^([a-zA-Z_:][\w:]*)(.*)$/.exec(line) ?? []
  const labels = new Map<string, string>()
  let at = 0
  if (rest[0] === '{') {
    const pair = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(,|\})/y
    for (at = 1; ; ) {
      pair.lastIndex = at
      const found = pair.exec(rest)
      if (found === null) throw new Error(`These labels cannot be read: ${line}`)
      const [, label = '', value = '', end] = found
      if (labels.has(label)) throw new Error(`The label ${label} comes twice: ${line}`)
      labels.set(
        label,
        value.replace(/\\(.)/g, (_, each) => (each === 'n' ? '\n' : each)),
      )
      at = pair.lastIndex
      if (end === '}') break
    }
  }
  const value = /^ (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(rest.slice(at))?.[1]
  if (name === '' || value === undefined) throw new Error(`This is no sample: ${line}`)
  return { name, labels, value: Number(value) }
}

function requireBuckets(name: string, { samples }: ReadFamily): void {
  const groups = Map.groupBy(samples, ({ labels }) =>
    JSON.stringify([...labels].filter(([label]) => label !== 'le')),
  )
  for (const [group, members] of groups) {
    const buckets = members.filter((sample) => sample.name === `${name}_bucket`)
    const counts = buckets.map(({ value }) => value)
    const last = buckets.at(-1)
    const total = members.find((sample) => sample.name === `${name}_count`)?.value
    const isRising = counts.every((count, index) => count >= (counts[index - 1] ?? 0))
    if (!isRising || last?.labels.get('le') !== '+Inf' || last.value !== total) {
      throw new Error(`The buckets of ${name}${group} are wrong.`)
    }
  }
}
