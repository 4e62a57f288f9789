export const TEXTS = {
  contents: 'En esta página',
  more: 'También puede interesarte',
  search: 'Buscar en las preguntas',
  none: 'Ninguna pregunta tiene esas palabras.',
  clear: 'Ver todas las preguntas',
  help: '¿No encontraste lo que buscas?',
} as const
