import { type TestClient, type TestClientOptions, testClient } from '@turnpike/testing'
import { createApi, type Logger, routes, type Settings, type ViewOptions } from 'turnpike'

/** A client of an app whose only view stands at `/`. What is logged is lost. */
export const oneView = (
  view: ViewOptions,
  settings: Settings = {},
  options?: TestClientOptions,
): TestClient =>
  testClient(routes(createApi({ LOGGER: silentLogger, ...settings }), { '/': view }), options)

/** For tests in which an error is expected and would only clutter the output. */
export const silentLogger: Logger = { info() {}, warn() {}, error() {} }
