import { describe, expect, it } from 'vitest'
import { linkedInUrl, type SharedCertificate, whatsAppUrl } from './share-links'

const shared: SharedCertificate = {
  codigo_certificado: 'CERT-ABCDEFGHI',
  curso: 'Animación 3D & más',
  modulo: null,
  // Still November in Lima.
  fecha_emision: '2026-12-01T03:00:00Z',
  address: 'https://campus.pe/certificado/CERT-ABCDEFGHI',
  marca: 'Academia Qhapaq',
}

describe('sharing', () => {
  it("fills in LinkedIn's form, with Lima's month", () => {
    const url = new URL(linkedInUrl(shared))
    expect(url.origin + url.pathname).toBe('https://www.linkedin.com/profile/add')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      startTask: 'CERTIFICATION_NAME',
      name: 'Animación 3D & más',
      organizationName: 'Academia Qhapaq',
      issueYear: '2026',
      issueMonth: '11',
      certUrl: 'https://campus.pe/certificado/CERT-ABCDEFGHI',
      certId: 'CERT-ABCDEFGHI',
    })
  })
  it('writes a message with the address, whatever the name contains', () => {
    const url = new URL(whatsAppUrl({ ...shared, modulo: 'Luz #1' }))
    expect(url.searchParams.get('text')).toBe(
      'Obtuve el certificado de Luz #1 · Animación 3D & más en Academia Qhapaq: https://campus.pe/certificado/CERT-ABCDEFGHI',
    )
  })
})
