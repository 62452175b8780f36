import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {
  'Skip to the content': 'Vai al contenuto',
  'There is no page at this address.': 'Nessuna pagina a questo indirizzo.',
  'The service cannot accept this request.': 'Il servizio non può accettare questa richiesta.',
  'Something went wrong on our side. The error was logged.':
    "Si è verificato un problema da parte nostra. L'errore è stato registrato.",
}
