import { type BrandSettings, SettingsBody } from '@campus/contract/settings'
import { expect, it } from 'vitest'
import { bodyErrors } from '../blocks/field-errors'
import { bodyOf, examsText, refundText, textOf } from './settings-texts'

const SETTINGS: BrandSettings = {
  id: 2,
  slug: 'qhapaq',
  nombre: 'Academia Qhapaq',
  lema: 'Aprende a tu ritmo',
  color_primario: '#123456',
  color_acento: '#654321',
  razon_social: 'Qhapaq S. A. C.',
  ruc: '20123456789',
  direccion: 'Av. Uno 1',
  telefono: '999 999 999',
  correo: 'hola@qhapaq.pe',
  redes: { facebook: 'https://facebook.com/q', x: 'https://x.com/q' },
  oferta: 'real',
  oferta_elegida: true,
  descuento_referido: 10,
  descuento_venta: 15,
  dias_gracia: 5,
  devolucion_dias: 7,
  devolucion_avance: 20,
  examenes_desde: 80,
  firma: { nombre: 'Rosa Huamán', cargo: 'Directora' },
  texto_certificado: 'Con el auspicio del Colegio de Ingenieros.',
  dominios: [],
  logo: null,
  isotipo: null,
  firma_imagen: null,
  version: 4,
}

it('the form gives back what it was filled with', () => {
  const { id, slug, dominios, oferta_elegida, logo, isotipo, firma_imagen, ...body } = SETTINGS
  expect(bodyOf(textOf(SETTINGS), 4)).toEqual(body)
  const { oferta, ...others } = body
  expect([oferta, bodyOf(textOf({ ...SETTINGS, oferta: 'ninguna', oferta_elegida: false }), 4)]).toEqual([
    'real',
    others,
  ])
  expect(bodyOf(textOf({ ...SETTINGS, firma: null, redes: {} }), 4)).toEqual({ ...body, firma: null, redes: {} })
})

it.each([
  [{ x: 'http://x.com' }, [['x', 'Escribe una dirección que empiece con https://']]],
  [{ firma_nombre: '' }, [['firma_nombre', 'Escribe quién firma los certificados.']]],
  [{ firma_cargo: '' }, [['firma_cargo', 'Escribe su cargo.']]],
  [{ ruc: '20 123.456–789' }, []],
  [{ ruc: '123' }, [['ruc', 'El RUC debe tener 11 dígitos.']]],
  [{ descuento_referido: '91' }, [['descuento_referido', 'El descuento va de 0 a 90 %.']]],
  [{ descuento_venta: '101' }, [['descuento_venta', 'El descuento va de 0 a 100 %.']]],
  [{ dias_gracia: '61' }, [['dias_gracia', 'Va de 0 a 60 días.']]],
  [{ examenes_desde: '101' }, [['examenes_desde', 'Va de 0 a 100 %.']]],
  [{ examenes_desde: '' }, [['examenes_desde', 'Escribe un número entero.']]],
  [{ devolucion_dias: '1.5' }, [['devolucion_dias', 'Escribe un número entero.']]],
  [{ devolucion_dias: '1e1' }, [['devolucion_dias', 'Escribe un número entero.']]],
  [{ devolucion_avance: ' 20 % ', devolucion_dias: '７' }, []],
])('%o is told at its field', (change, expected) => {
  const values = { ...textOf(SETTINGS), ...change }
  expect(Object.entries(bodyErrors(SettingsBody, bodyOf(values, 0), values))).toEqual(expected)
})

it.each([
  [
    '80',
    'Con menos, tus alumnos leen «Se abre con el 80 % de las lecciones: te faltan 6», con enlaces a esas lecciones.',
  ],
  ['0', '0: los exámenes se pueden dar desde el primer día.'],
  ['', '0: los exámenes se pueden dar desde el primer día.'],
])('exams that open from %s say what students read', (typed, expected) => expect(examsText(typed)).toBe(expected))

it('the terms of refund say what visitors will read', () => {
  expect(refundText('7', '30')).toContain('«7 días para arrepentirte. Te devolvemos todo si completaste menos del 30')
  for (const none of ['0', '']) expect(refundText(none, '30')).toMatch(/^Con 0 días la tienda no promete devoluciones/)
})
