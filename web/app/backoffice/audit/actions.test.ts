import { expect, it } from 'vitest'
import { detailText, objectOf, objectText, sentenceOf } from './actions'

it('says what a line of the audit log holds', () => {
  const detalle = { campos: ['nombre', 'lema'], numero_orden: 12, avisado: false, motivo: null }
  expect(detailText(detalle)).toBe('campos: nombre, lema · numero orden: 12 · avisado: no · motivo: vacío')
  expect(detailText({})).toBe('')
})

it.each([
  ['leccion:34', 'Lección 34'],
  ['evaluacion:2', 'Evaluación 2'],
  ['curso:7', 'Curso 7'],
  ['certificado:CERT-KQWMPYXSS', 'Certificado CERT-KQWMPYXSS'],
  ['temas', 'temas'],
  ['GET /api/auditoria', 'GET /api/auditoria'],
])('says %s as %s, and reads it back', (objeto, text) => {
  expect(objectText(objeto)).toBe(text)
  expect(objectOf(text)).toBe(objeto)
  expect(objectOf(` ${objeto} `)).toBe(objeto)
})

it.each([
  ['conexion:mercadopago', 'conectada', 'Conectó MercadoPago'],
  ['conexion:correo', 'cambiada', 'Conectó de otra forma el correo'],
  ['conexion:correo', 'quitada', 'Desconectó el correo'],
])('says what was done with %s: %s', (objeto, hecho, sentence) => {
  expect(sentenceOf({ objeto, detalle: { hecho }, nombre_sobre: null })).toBe(sentence)
})

it('says whose link was copied, and for what', () => {
  const said = (tipo: string, nombre_sobre: string | null = 'Luis Quispe') =>
    sentenceOf({ objeto: 'enlace:7', detalle: { hecho: 'enlace copiado', tipo }, nombre_sobre })
  expect(said('invitacion')).toBe('Copió el enlace para que Luis Quispe cree su contraseña')
  expect(said('restablecer', null)).toBe('Copió el enlace para que una persona cambie su contraseña')
  expect(sentenceOf({ objeto: null, detalle: { campos: ['nombre'] }, nombre_sobre: 'Luis Quispe' })).toBeNull()
})

it.each([
  [
    { hecho: 'cambio de correo pedido', campos: ['correo'], motivo: 'Es otro.' },
    'Pidió cambiar el correo de Luis Quispe. Motivo: Es otro.',
  ],
  [
    { hecho: 'correo cambiado', campos: ['correo'], motivo: 'Es otro.' },
    'Cambió el correo de Luis Quispe. Motivo: Es otro.',
  ],
  [{ hecho: 'cambio de correo reenviado' }, 'Envió otra vez el enlace del correo nuevo de Luis Quispe'],
  [{ hecho: 'cambio de correo cancelado' }, 'Canceló el cambio de correo de Luis Quispe'],
  [{ hecho: 'acceso reenviado', tipo: 'invitacion' }, 'Envió a Luis Quispe la invitación'],
  [
    { hecho: 'sesiones cerradas', sesiones: 2, motivo: 'Robo.' },
    'Cerró las sesiones de Luis Quispe (2). Motivo: Robo.',
  ],
  [{ hecho: 'datos descargados' }, 'Descargó los datos de Luis Quispe'],
  [{ hecho: 'datos completados', campos: ['telefono'] }, 'Completó los datos de Luis Quispe'],
  [{ hecho: 'cuenta creada' }, 'Creó la cuenta de Luis Quispe'],
  [{ hecho: 'archivo leído', filas: 30 }, 'Leyó un archivo de 30 filas, sin guardar nada'],
  [{ hecho: 'importación pedida', filas: 28 }, 'Importó 28 filas de un archivo'],
])('says what was done to an account: %o', (detalle, sentence) => {
  expect(sentenceOf({ objeto: 'usuario:7', detalle, nombre_sobre: 'Luis Quispe' })).toBe(sentence)
})

it.each([
  [
    'curso:5',
    { hecho: 'grupo', grupo: 'Sábados', grupo_antes: 'Domingos' },
    'Cambió de grupo a Luis Quispe en curso 5, en el grupo «Sábados» (antes «Domingos»)',
  ],
  [
    'curso:5',
    { hecho: 'grupo', grupo: null, grupo_antes: 'Sábados' },
    'Cambió de grupo a Luis Quispe en curso 5, sin grupo (antes «Sábados»)',
  ],
  [
    'curso:5',
    { hecho: 'matriculada', antes: null, hasta: null, grupo: 'Sábados', grupo_antes: null },
    'Matriculó a Luis Quispe en curso 5, sin último día, en el grupo «Sábados»',
  ],
  [
    'matriculas',
    { hecho: 'grupo', matriculas: 30, grupo: 'Sábados' },
    'Pidió cambiar de grupo 30 matrículas, en el grupo «Sábados»',
  ],
  ['grupo:7', { hecho: 'grupo creado', nombre: 'Sábados', curso: 'Vidrio' }, 'Creó el grupo «Sábados» de «Vidrio»'],
  [
    'grupo:7',
    {
      hecho: 'grupo cambiado',
      nombre: 'Sábados',
      curso: 'Vidrio',
      cambios: ['vacantes: de 20 a 25', 'cerrado: de no a sí'],
    },
    'Cambió el grupo «Sábados» de «Vidrio»: vacantes: de 20 a 25, cerrado: de no a sí',
  ],
])('says what was done with groups: %s %o', (objeto, detalle, sentence) => {
  expect(sentenceOf({ objeto, detalle, nombre_sobre: 'Luis Quispe' })).toBe(sentence)
})
