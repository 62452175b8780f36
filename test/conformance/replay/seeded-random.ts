/** Runs the action with the same random numbers each time: nothing else may run meanwhile. */
export async function withSeededRandom<Value>(action: () => Promise<Value>): Promise<Value> {
  const { getRandomValues } = crypto
  let state = 1
  crypto.getRandomValues = ((array: Uint8Array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let index = 0; index < bytes.length; index++) {
      // The constants are those of Numerical Recipes.
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      bytes[index] = state >>> 24
    }
    return array
  }) as typeof getRandomValues
  try {
    return await action()
  } finally {
    crypto.getRandomValues = getRandomValues
  }
}
