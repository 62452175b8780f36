import type { Command } from 'commander'
import { onCall } from '../../on-call.ts'

/** `turnpike openapi [module]`: prints the OpenAPI document of a service. */
export function addOpenApi(program: Command): void {
  program
    .command('openapi')
    .description('Prints the OpenAPI document of a service, for client generators.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .option('-p, --path <path>', 'where the service publishes the document', '/openapi.json')
    .addHelpText('after', '\nExample:\n  turnpike openapi ./notes.ts > openapi.json')
    .action(onCall(async () => (await import('./print-document.ts')).printDocument))
}
