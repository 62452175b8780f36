/** The names that stand where `it(…)`, or what `it.each(…)` and `it.skipIf(…)` return, is called. */
export function testNames(source: string): string[] {
  const code = source.replace(/^\s*\/\/.*$/gm, '')
  const calls =
    /(\bit|\bit\.\w+|\)|>)\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`([^`\n]+)`),/g
  return [...code.matchAll(calls)]
    .filter(([, callee]) => callee === 'it' || callee === ')')
    .map(([, , ...quoted]) => quoted.join('').replace(/\\(.)/g, '$1'))
}
