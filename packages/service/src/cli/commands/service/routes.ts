import type { Command } from 'commander'
import { onCall } from '../../on-call.ts'

/** `turnpike routes [module]`: lists the views of a service and who may call them. */
export function addRoutes(program: Command): void {
  program
    .command('routes')
    .description('Lists the views of a service: paths, methods, permissions, throttles, schemes.')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .option('--json', 'print them as JSON, with what each throttle limits')
    .addHelpText('after', help)
    .action(onCall(async () => (await import('./list-routes.ts')).listRoutes))
}

const help = `
It reads and changes no database. A GET also answers HEAD, and every view answers OPTIONS.

Examples:
  turnpike routes ./notes.ts
  turnpike routes ./notes.ts --json`
