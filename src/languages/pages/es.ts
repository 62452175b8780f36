import type { Catalogue } from '../catalogue.ts'

export const catalogue: Catalogue = {
  'Skip to the content': 'Saltar al contenido',
  'There is no page at this address.': 'No hay ninguna página en esta dirección.',
  'The service cannot accept this request.': 'El servicio no puede aceptar esta solicitud.',
  'Something went wrong on our side. The error was logged.':
    'Algo ha fallado por nuestra parte. El error se ha registrado.',
}
