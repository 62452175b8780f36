/**
 * Defers work that may come up for thousands of connections at the same moment: it is done in the
 * order of the calls, for so many values in each turn of the event loop, so that other connections
 * are served in between.
 */
export function inSlices<Value>(
  size: number,
  work: (value: Value) => void,
): (value: Value) => void {
  const waiting: Value[] = []
  let isUnderWay = false

  function doSlice(): void {
    for (const value of waiting.splice(0, size)) work(value)
    isUnderWay = waiting.length > 0
    if (isUnderWay) setImmediate(doSlice)
  }

  return (value) => {
    waiting.push(value)
    if (isUnderWay) return

    isUnderWay = true
    setImmediate(doSlice)
  }
}
