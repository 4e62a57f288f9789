/**
 * Query parameters that pages read. The server drops every other before it renders a page, so that pages are kept once
 * and not once per campaign or whim; a page that reads a new one adds it here. `marca` is read before, for the brand.
 */
export const PAGE_PARAMS = [
  'aviso',
  'buscar',
  'categoria',
  'codigo',
  'dia',
  'docente',
  'filtro',
  'mes',
  'orden',
  'pagina',
  'payment_id',
  'redirect',
  't',
  'token',
  'vista',
] as const
