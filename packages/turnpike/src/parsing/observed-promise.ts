/**
 * A promise that knows whether anyone awaits it. If nobody does, its rejection is ignored: Node
 * would end the process, and any client can send an invalid body.
 */
export class ObservedPromise<Value> extends Promise<Value> {
  isAwaited = false

  /** `then` returns an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  static of<Value>(promise: Promise<Value>): ObservedPromise<Value> {
    const observed = new ObservedPromise<Value>((resolve, reject) => promise.then(resolve, reject))
    Promise.prototype.then.call(observed, undefined, () => {})
    return observed
  }

  /** `await` calls it too, as for every subclass of Promise. */
  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<Result = Value, Caught = never>(
    onFulfilled?: ((value: Value) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Result | Caught> {
    this.isAwaited = true
    return super.then(onFulfilled, onRejected)
  }
}
