/**
 * Spans of requests, the steps of their views and statements of databases, by the API of
 * OpenTelemetry.
 * @module
 */
export { type OpenTelemetryOptions, openTelemetry } from './open-telemetry.ts'
