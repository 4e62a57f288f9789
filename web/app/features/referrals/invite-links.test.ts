import type { Brand } from '@campus/contract/brands'
import { describe, expect, it } from 'vitest'
import { inviteMessage, inviteUrl, mailUrl, whatsAppUrl } from './invite-links'

const brand: Brand = {
  id: 1,
  slug: 'cumbre',
  nombre: 'Escuela Cumbre',
  lema: '',
  logo: null,
  isotipo: null,
  color_primario: '#123456',
  color_acento: '#654321',
  razon_social: '',
  ruc: '',
  direccion: '',
  telefono: '',
  correo: '',
  redes: {},
  descuento_referido: 0,
  devolucion_dias: 7,
  devolucion_avance: 20,
  cobra_en_linea: true,
  envia_correos: true,
  url_base: 'https://campus.pe',
  canonica_con_marca: true,
}

describe('an invitation', () => {
  it('links to this page of the brand', () => {
    expect(inviteUrl(brand, 'REF7')).toBe('https://campus.pe/referidos?marca=cumbre&codigo=REF7')
    expect(inviteUrl({ ...brand, canonica_con_marca: false }, 'REF7')).toBe('https://campus.pe/referidos?codigo=REF7')
  })

  it('mentions a discount when there is one', () => {
    expect(inviteMessage(brand, 'REF7')).toBe(
      `Te invito a estudiar en Escuela Cumbre. Usa mi código REF7 al comprar: ${inviteUrl(brand, 'REF7')}`,
    )
    expect(inviteMessage({ ...brand, descuento_referido: 10 }, 'REF7')).toContain('al comprar y paga 10 % menos: ')
  })

  it('is sent by WhatsApp and by mail', () => {
    const text = inviteMessage(brand, 'REF7')
    expect(new URL(whatsAppUrl(brand, 'REF7')).searchParams.get('text')).toBe(text)
    const mail = new URL(mailUrl(brand, 'REF7'))
    expect([mail.searchParams.get('subject'), mail.searchParams.get('body')]).toEqual([
      'Estudia en Escuela Cumbre',
      text,
    ])
  })
})
