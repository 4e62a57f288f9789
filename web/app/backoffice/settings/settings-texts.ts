import { closedByLessonsText } from '@campus/contract/closed-by-lessons'
import { numberOf } from '@campus/contract/numbers'
import { refundTerms } from '@campus/contract/refund-terms'
import { type BrandSettings, NETWORKS, type SampleBody, type SettingsBody } from '@campus/contract/settings'

export const OFFER_NAMES: Record<BrandSettings['oferta'], string> = {
  especificacion: 'Cuenta regresiva y precio tachado en todos los cursos',
  real: 'Solo las promociones con fecha de cada curso',
  ninguna: 'Sin ofertas',
}

/** What visitors see of each, the one that claims nothing first. */
export const OFFER_TEXTS: [BrandSettings['oferta'], string][] = [
  ['ninguna', 'Cada curso muestra su precio y nada más.'],
  [
    'real',
    'El curso que tiene una promoción muestra tachado su precio de siempre y hasta cuándo dura. Los demás, solo su precio.',
  ],
  [
    'especificacion',
    'Todos los cursos muestran tachado un precio 20 % mayor y una cuenta de 1 h 20 min que empieza de nuevo en cada visita. Es un precio que nadie pagó: te lo pueden reclamar.',
  ],
]

export const NETWORK_NAMES: Record<(typeof NETWORKS)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
  tiktok: 'TikTok',
  x: 'X',
}

const TEXTS = [
  'nombre',
  'lema',
  'color_primario',
  'color_acento',
  'razon_social',
  'ruc',
  'direccion',
  'telefono',
  'correo',
  'texto_certificado',
] as const
export const NUMBERS = [
  'descuento_referido',
  'descuento_venta',
  'dias_gracia',
  'devolucion_dias',
  'devolucion_avance',
  'examenes_desde',
] as const

type Name =
  | (typeof TEXTS)[number]
  | (typeof NUMBERS)[number]
  | (typeof NETWORKS)[number]
  | 'oferta'
  | 'firma_nombre'
  | 'firma_cargo'
/** The form holds text alone, one field each. */
export type SettingsValues = Record<Name, string>

export function textOf(settings: BrandSettings): SettingsValues {
  return {
    ...(Object.fromEntries([...TEXTS, ...NUMBERS].map((name) => [name, String(settings[name])])) as SettingsValues),
    ...(Object.fromEntries(NETWORKS.map((name) => [name, settings.redes[name] ?? ''])) as SettingsValues),
    oferta: settings.oferta_elegida ? settings.oferta : '',
    firma_nombre: settings.firma?.nombre ?? '',
    firma_cargo: settings.firma?.cargo ?? '',
  }
}

export function bodyOf(values: SettingsValues, version: number): SettingsBody {
  const signed = values.firma_nombre.trim() !== '' || values.firma_cargo.trim() !== ''
  const networks = NETWORKS.map((name) => [name, values[name].trim()]).filter(([, address]) => address !== '')
  return {
    ...(Object.fromEntries(TEXTS.map((name) => [name, values[name]])) as Pick<SettingsBody, (typeof TEXTS)[number]>),
    ...(Object.fromEntries(NUMBERS.map((name) => [name, numberOf(values[name])])) as Pick<
      SettingsBody,
      (typeof NUMBERS)[number]
    >),
    redes: Object.fromEntries(networks),
    ...(values.oferta !== '' && { oferta: values.oferta as BrandSettings['oferta'] }),
    firma: signed ? { nombre: values.firma_nombre, cargo: values.firma_cargo } : null,
    version,
  }
}

/** What a certificate prints of the form. */
export function sampleOf(values: SettingsValues): SampleBody {
  const { nombre, lema, color_primario, color_acento, razon_social, firma, texto_certificado } = bodyOf(values, 0)
  return { nombre, lema, color_primario, color_acento, razon_social, firma, texto_certificado }
}

/** What students see before an exam, while the share is being typed. */
export function examsText(typed: string): string {
  const desde = numberOf(typed)
  if (!(desde > 0)) return '0: los exámenes se pueden dar desde el primer día.'
  return `Con menos, tus alumnos leen «${closedByLessonsText({ desde, faltan: 6 })}», con enlaces a esas lecciones.`
}

/** What visitors read beside the button to buy, while the numbers are typed. */
export function refundText(days: string, progress: string): string {
  const terms = refundTerms({ devolucion_dias: numberOf(days) || 0, devolucion_avance: numberOf(progress) || 0 })
  if (!terms)
    return 'Con 0 días la tienda no promete devoluciones y la política de reembolsos dice que no las hay por cambio de opinión. Si escribiste la tuya, revísala.'
  return `Junto al botón de comprar se lee: «${terms.title}. ${terms.text}» Con 0 días no se promete.`
}
