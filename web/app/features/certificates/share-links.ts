import { TIME_ZONE } from '@campus/contract/rules'

/** What a certificate says of itself to others. */
export type Shared = {
  codigo_certificado: string
  curso: string
  modulo: string | null
  fecha_emision: string
  /** Absolute address of the public verification. */
  address: string
  /** Who issued it. */
  marca: string
}

const nameOf = ({ curso, modulo }: Pick<Shared, 'curso' | 'modulo'>): string =>
  modulo ? `${modulo} · ${curso}` : curso

/** LinkedIn's form for a licence or certificate, filled in. The month is Lima's. */
export function linkedInUrl(shared: Shared): string {
  const format = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: 'numeric', timeZone: TIME_ZONE })
  const parts = Object.fromEntries(
    format.formatToParts(new Date(shared.fecha_emision)).map(({ type, value }) => [type, value]),
  )
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: nameOf(shared),
    organizationName: shared.marca,
    issueYear: parts.year ?? '',
    issueMonth: String(Number(parts.month)),
    certUrl: shared.address,
    certId: shared.codigo_certificado,
  })
  return `https://www.linkedin.com/profile/add?${query}`
}

/** A WhatsApp message with the certificate's address. */
export function whatsAppUrl(shared: Shared): string {
  const text = `Obtuve el certificado de ${nameOf(shared)} en ${shared.marca}: ${shared.address}`
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}
