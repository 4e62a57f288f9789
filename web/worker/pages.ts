import { pageQuery } from '@campus/contract/page-params'

/** Screens whose document is the same whatever is shown in it: one copy serves every course, lesson and exam. */
const SHELLS =
  /^\/(inicio|miscursos|examen|miscertificados|certificado-modulo|foro|notificaciones|calendario|perfil|compras|soporte|prompt|carrito|pago|gestion)(\/|$)/

/** Proofs, addresses with a token, payments, and what is no page. */
const NEVER = /^\/(api|assets|certificado|restablecer|verificar-correo|pasarela-de-prueba|sw\.js)(\/|\.data$|$)/

/** A file or an answer of the API that is opened as a page of its own, or in a frame. */
export const isOpenedFile = (url: URL, request: Request): boolean =>
  request.mode === 'navigate' && url.pathname.startsWith('/api/')

/** A document, or the data of one that React Router asks for. */
export function isPage(url: URL, request: Request, asDocument = false): boolean {
  if (NEVER.test(url.pathname) || url.searchParams.has('token')) return false
  return asDocument || request.mode === 'navigate' || url.pathname.endsWith('.data')
}

/** Parameters that no page reads would make a copy unfindable. */
export function pageKey(address: string): string {
  const url = new URL(address)
  const { pathname, origin } = url
  if (SHELLS.test(pathname) && !pathname.endsWith('.data')) return origin + pathname.replace(/\/\d+(?=\/|$)/g, '/0')
  const query = pageQuery(pathname, url.searchParams).toString()
  return origin + pathname + (query && `?${query}`)
}

/** The files of ours that a document names; each has a hash in its name. */
export const filesOf = (html: string): string[] => [
  ...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? []),
]
