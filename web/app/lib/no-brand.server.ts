import type { Brand } from '@campus/contract/brands'

/** For the page that opens the first brand. */
export const NO_BRAND: Brand = {
  id: 0,
  slug: '',
  nombre: 'Campus',
  lema: 'Tu academia, lista para enseñar.',
  logo: null,
  isotipo: null,
  color_primario: '#3B5BDB',
  color_acento: '#E8590C',
  razon_social: '',
  ruc: '',
  direccion: '',
  telefono: '',
  correo: '',
  redes: {},
  descuento_referido: 0,
  devolucion_dias: 0,
  devolucion_avance: 0,
  cobra_en_linea: false,
  envia_correos: false,
  url_base: '',
  canonica_con_marca: false,
}
