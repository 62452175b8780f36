/**
 * The outcome of a promise, or an error when it takes longer.
 *
 * If the process itself was busy, the reply may have arrived unread. It is read first; after a long
 * pause it gets the whole time once more.
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
