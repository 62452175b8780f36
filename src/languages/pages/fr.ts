import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {
  'Skip to the content': 'Aller au contenu',
  'There is no page at this address.': "Il n'y a pas de page à cette adresse.",
  'The service cannot accept this request.': 'Le service ne peut pas accepter cette requête.',
  'Something went wrong on our side. The error was logged.':
    "Une erreur s'est produite de notre côté. Elle a été consignée.",
}
