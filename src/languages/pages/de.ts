import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {
  'Skip to the content': 'Zum Inhalt springen',
  'There is no page at this address.': 'Unter dieser Adresse gibt es keine Seite.',
  'The service cannot accept this request.': 'Der Dienst kann diese Anfrage nicht annehmen.',
  'Something went wrong on our side. The error was logged.':
    'Bei uns ist etwas schiefgegangen. Der Fehler wurde protokolliert.',
}
