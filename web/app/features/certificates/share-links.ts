import { limaClock } from '@campus/contract/formats'

/** The public facts of a certificate. */
export type SharedCertificate = {
  codigo_certificado: string
  curso: string
  modulo: string | null
  fecha_emision: string
  /** The absolute URL of the public verification. */
  address: string
  /** The issuer. */
  marca: string
}

const nameOf = ({ curso, modulo }: Pick<SharedCertificate, 'curso' | 'modulo'>): string =>
  modulo ? `${modulo} · ${curso}` : curso

/** LinkedIn's prefilled form; the month is Lima's. */
export function linkedInUrl(shared: SharedCertificate): string {
  const [year = '', month] = limaClock(shared.fecha_emision).split('-')
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: nameOf(shared),
    organizationName: shared.marca,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: shared.address,
    certId: shared.codigo_certificado,
  })
  return `https://www.linkedin.com/profile/add?${query}`
}

export function whatsAppUrl(shared: SharedCertificate): string {
  const text = `Obtuve el certificado de ${nameOf(shared)} en ${shared.marca}: ${shared.address}`
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}
