/** A service for the tests of its application, on a database of its own. @module */
export { type TestService, testService } from './test-service.ts'
