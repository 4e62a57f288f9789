import { expect, it } from 'vitest'
import { readCsv } from './csv.ts'
import { cellsByColumn, headingOf } from './people-columns.ts'

const headed = (text: string) => headingOf(readCsv(text).rows[0])

it.each([
  ['Apellidos\tNombres\tCorreo', ['apellidos', 'nombres', 'correo']],
  ['E-mail;NOMBRE;Apellido', ['correo', 'nombres', 'apellidos']],
  ['Correo electrónico,Nombre(s),N.º de documento', ['correo', 'nombres', 'dni']],
  ['Email', ['correo']],
  ['DIRECCIÓN DE CORREO ELECTRÓNICO;Apellido paterno;Apellido materno', ['correo', 'apellidos', 'apellidos']],
])('%j is a heading', (text, columns) => {
  expect(headed(text)).toEqual({ columns, unknown: [] })
})

it('names what it does not know', () => {
  expect(headed('Correo;Teléfono;;Sección;Vence')).toMatchObject({ unknown: ['Teléfono', 'Sección', 'Vence'] })
})

it.each(['ana@prueba.pe;Nombre;Apellido', 'Ana;Ríos', '40506071', ''])('%j is no heading', (text) => {
  expect(headed(text)).toBeNull()
})

it('gives each column its cells, and two surnames as one', () => {
  const heading = headed('Apellido paterno;Apellido materno;Nombres;Correo;Correo personal') ?? { columns: [] }
  expect(cellsByColumn(heading, ['Ríos', 'Paz', 'Ana', 'ana@prueba.pe', 'otro@prueba.pe', 'de más'])).toEqual({
    apellidos: 'Ríos Paz',
    nombres: 'Ana',
    correo: 'ana@prueba.pe',
  })
})
