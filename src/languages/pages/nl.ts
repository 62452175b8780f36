import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {
  'Skip to the content': 'Naar de inhoud',
  'There is no page at this address.': 'Er is geen pagina op dit adres.',
  'The service cannot accept this request.': 'De dienst kan dit verzoek niet aannemen.',
  'Something went wrong on our side. The error was logged.':
    'Er is bij ons iets misgegaan. De fout is vastgelegd.',
}
