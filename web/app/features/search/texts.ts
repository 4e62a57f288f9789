/** What only the browser says of the search box. */
export const T = {
  label: 'Buscar en mis cursos',
  placeholder: 'Busca cursos, lecciones, foros…',
  open: 'Abrir búsqueda',
  close: 'Cerrar búsqueda',
  loading: 'Cargando tus cursos…',
  error: 'No se pudo cargar la búsqueda.',
  none: (typed: string) => `Sin resultados para “${typed}”`,
} as const
