/** Requests against views without a socket. @module */
export {
  type TestClient,
  type TestClientOptions,
  type TestRequest,
  testClient,
} from './test-client.ts'
