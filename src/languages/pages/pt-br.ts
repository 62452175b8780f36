import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {
  'Skip to the content': 'Ir para o conteúdo',
  'There is no page at this address.': 'Não há página neste endereço.',
  'The service cannot accept this request.': 'O serviço não pode aceitar esta requisição.',
  'Something went wrong on our side. The error was logged.':
    'Algo deu errado do nosso lado. O erro foi registrado.',
}
