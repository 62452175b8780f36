/**
 * A promise that knows whether anybody waits for it. When nobody does, its rejection is nobody's
 * business either: Node would end the process, and any client can send a body that is refused.
 */
export class ObservedPromise<Value> extends Promise<Value> {
  isAwaited = false

  /** What `then` returns is an ordinary promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  static of<Value>(promise: Promise<Value>): ObservedPromise<Value> {
    const observed = new ObservedPromise<Value>((resolve, reject) => promise.then(resolve, reject))
    Promise.prototype.then.call(observed, undefined, () => {})
    return observed
  }

  /** `await` calls it, too, as with every promise of a class of its own. */
  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<Result = Value, Caught = never>(
    onFulfilled?: ((value: Value) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Result | Caught> {
    this.isAwaited = true
    return super.then(onFulfilled, onRejected)
  }
}
