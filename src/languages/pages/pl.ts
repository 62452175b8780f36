import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {
  'Skip to the content': 'Przejdź do treści',
  'There is no page at this address.': 'Pod tym adresem nie ma strony.',
  'The service cannot accept this request.': 'Usługa nie może przyjąć tego żądania.',
  'Something went wrong on our side. The error was logged.':
    'Coś poszło nie tak po naszej stronie. Błąd został zarejestrowany.',
}
