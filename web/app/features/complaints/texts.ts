export const TEXTS = {
  title: 'Libro de Reclamaciones',
  lead: 'Conforme a lo establecido en el Código de Protección y Defensa del Consumidor, tienes un Libro de Reclamaciones a tu disposición. No necesitas una cuenta.',
  description:
    'Presenta un reclamo o una queja en el Libro de Reclamaciones virtual: recibes al instante el número y la copia de tu hoja, y la respuesta en un plazo máximo de 15 días hábiles.',
  provider: 'Proveedor',
  kinds: '¿Reclamo o queja?',
  notes: 'Antes de empezar',
  copy: 'Al enviar la hoja verás su número y recibirás una copia en tu correo.',
  copyHere: 'Al enviar la hoja verás su número y podrás descargar tu copia.',
  noScript: 'Para llenar la hoja en esta página',
  prefilled: 'Completamos tus datos con los de tu perfil. Revísalos antes de enviar.',
  restored: 'Recuperamos lo que habías escrito en este dispositivo.',
  erase: 'Borrar todo',
  offline:
    'No se pudo conectar con el servidor. Lo que escribiste sigue aquí: vuelve a intentarlo cuando tengas conexión.',
  failed: 'No se pudo enviar la hoja. Lo que escribiste sigue aquí: vuelve a intentarlo.',
  send: 'Enviar hoja de reclamación',
  sentTitle: 'Recibimos tu hoja de reclamación',
  unmailed: 'Ya enviamos varias copias a tu correo en la última hora. Descarga la de esta hoja en PDF y guárdala.',
  unsent: 'Descarga tu copia en PDF y guárdala: este campus todavía no envía correos.',
  download: 'Descargar hoja en PDF',
  another: 'Presentar otra hoja',
} as const
