import * as rules from '@campus/contract/rules'
import { describe, expect, it } from 'vitest'

describe('the constants of the campus', () => {
  it('match the specification', () => {
    expect(rules).toMatchObject({
      PASS_PERCENT: 60,
      BANNER_MS: 5000,
      MAX_BANNERS: 2,
      EXCELLENT_PERCENT: 80,
      GOOD_PERCENT: 60,
      NOTIFICATION_CUT_MENU: 30,
      NOTIFICATION_CUT_PAGE: 60,
      MIN_SUPPORT_MESSAGE: 10,
      MIN_PASSWORD: 8,
      SIDEBAR_MINI_PX: 1200,
    })
  })

  it('have the texts of both sides', () => {
    expect(rules.SUPPORT_RULE_TEXT).toBe('El mensaje no puede estar vacío y debe tener al menos 10 caracteres.')
    expect(rules.SUPPORT_SENT_TEXT).toBe('Mensaje de soporte enviado correctamente.')
    expect(rules.PASSWORDS_DIFFER_TEXT).toBe('Las contraseñas no coinciden')
    expect(rules.PROFILE_SAVED_TEXT).toBe('Usuario Actualizado')
    expect(rules.PENDING_TEXT).toBe('Pendiente de calificación')
  })

  it('link each notification type to its screen', () => {
    expect(rules.ROUTE_BY_TYPE).toEqual({
      Cumpleaños: '/calendario',
      Certificación: '/miscertificados',
      Bienvenida: '/miscursos',
      Otro: '/notificaciones',
    })
  })
})

describe('the badge of a grade', () => {
  it.each([
    [100, 'excelente'],
    [80, 'excelente'],
    [79.99, 'bueno'],
    [60, 'bueno'],
    [59.99, 'pendiente'],
    [0, 'pendiente'],
    [null, 'pendiente'],
  ])('of %s is %s', (percent, badge) => expect(rules.badgeOf(percent)).toBe(badge))
})

describe('the code of a certificate', () => {
  it.each(['CERT-ABCDEFGHI', 'CERT-ZZZZZZZZZ'])('%s is valid', (code) => expect(code).toMatch(rules.CERTIFICATE_CODE))
  it.each(['CERT-ABCDEFGH', 'CERT-ABCDEFGHIJ', 'CERT-abcdefghi', 'CERTABCDEFGHI', ' CERT-ABCDEFGHI'])(
    '%s is none',
    (code) => expect(code).not.toMatch(rules.CERTIFICATE_CODE),
  )
})
