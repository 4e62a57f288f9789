import { expect, it } from 'vitest'
import { nameOfMail, splitName } from './enrollee-names.ts'

it.each([
  ['Luz Rojas', 'Luz', 'Rojas'],
  ['Luz Rojas Díaz', 'Luz', 'Rojas Díaz'],
  ['Luz María Rojas Díaz', 'Luz María', 'Rojas Díaz'],
  ['María del Carmen Rojas Díaz', 'María del Carmen', 'Rojas Díaz'],
  ['Luz de la Cruz Ñaupari', 'Luz', 'de la Cruz Ñaupari'],
  ['Luz', 'Luz', ''],
])('%s is split as names are in Peru', (text, nombres, apellidos) => {
  expect(splitName(text)).toEqual({ nombres, apellidos })
})

it.each([
  ['luz@prueba.pe', 'Luz', ''],
  ['l.rojas_diaz99@prueba.pe', 'L', 'Rojas Diaz'],
  ['juan.perez85+x@prueba.pe', 'Juan', 'Perez'],
  ['12345@prueba.pe', 'Estudiante', ''],
])('%s gives a name', (correo, nombres, apellidos) => {
  expect(nameOfMail(correo)).toEqual({ nombres, apellidos })
})
