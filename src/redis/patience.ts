/**
 * The outcome of a promise, or an error when it takes longer.
 *
 * Where the process itself was held up, the answer may be there and unread: it is read first, and
 * one who was held up for long is given the time once more.
 */
export function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const begin = performance.now()
    const giveUp = () => reject(new Error(`No answer within ${milliseconds} ms.`))
    const onTime = () => {
      const isHeldUp = performance.now() - begin > 1.5 * milliseconds
      if (isHeldUp) timer = setTimeout(() => setImmediate(giveUp), milliseconds)
      else setImmediate(giveUp)
    }
    let timer = setTimeout(onTime, milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
