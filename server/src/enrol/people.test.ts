import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameOfMail, splitName } from '@campus/contract/enrollee-names'
import { afterAll, describe, expect, it } from 'vitest'
import { PeopleError, readPeople } from './people.ts'

const folder = mkdtempSync(join(tmpdir(), 'campus-lista-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function aFile(content: string | Buffer, name = 'lista.csv'): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const read = (...words: string[]) => readPeople(words, { removing: false })

/** Of a refused list, without the folder. */
function mistakesIn(content: string | Buffer, removing = false): string[] {
  try {
    readPeople([aFile(content)], { removing })
  } catch (error) {
    if (error instanceof PeopleError) return error.mistakes.map((line) => line.replace(`${folder}/`, ''))
    throw error
  }
  return []
}

const namesOf = (people: ReturnType<typeof read>) => people.map(({ nombres, apellidos }) => [nombres, apellidos])

describe('the people of a command', () => {
  it('are mails with or without a name', () => {
    expect(read('Luz Rojas <LUZ@prueba.pe>', 'juan.perez85+x@prueba.pe')).toEqual([
      {
        correo: 'luz@prueba.pe',
        nombres: 'Luz',
        apellidos: 'Rojas',
        place: 'Luz Rojas <LUZ@prueba.pe>',
        guessed: false,
      },
      {
        correo: 'juan.perez85+x@prueba.pe',
        nombres: 'Juan',
        apellidos: 'Perez',
        place: 'juan.perez85+x@prueba.pe',
        guessed: true,
      },
    ])
    expect(() => read('luz')).toThrow('luz: correo: Escribe un correo válido.')
    expect(() => read('Luz <luz@prueba.pe>')).toThrow('Luz <luz@prueba.pe>: apellidos: Escribe los apellidos.')
  })

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
    ['12345@prueba.pe', 'Estudiante', ''],
  ])('%s gives a name', (correo, nombres, apellidos) => {
    expect(nameOfMail(correo)).toEqual({ nombres, apellidos })
  })
})

describe('a list', () => {
  it('is read as spreadsheets write it: mark, semicolons, quotes, Spanish dates, empty cells', () => {
    const rows = [
      'Correo;Nombres;Apellidos;DNI;Hasta;;',
      ' Luz@Prueba.pe ;"Luz ""Lucha""";Rojas;;31/12/2099;;',
      ';;;;;;',
      'ana@prueba.pe;Ana;"Paz',
      'Sol";41526374;nunca',
      'eva.paz@prueba.pe',
    ]
    const people = readPeople([aFile(`\ufeff${rows.join('\r\n')}\r\n`)], { hasta: '2099-01-31', removing: true })
    const places = people.map(({ correo, place, hasta }) => [correo, place.split(':').at(-1), hasta])
    expect(places).toEqual([
      ['luz@prueba.pe', '2', '2099-01-31'],
      ['ana@prueba.pe', '4', '2099-01-31'],
      ['eva.paz@prueba.pe', '6', '2099-01-31'],
    ])
    const asked = { hasta: '2099-01-31', removing: false }
    const read = readPeople([aFile(rows.join('\n').replace(' ""Lucha""', '').replace('Paz\nSol', 'Paz Sol'))], asked)
    expect(read.map(({ hasta, numero_documento }) => [hasta, numero_documento])).toEqual([
      ['2099-12-31', undefined],
      [null, '41526374'],
      ['2099-01-31', undefined],
    ])
    expect(namesOf(read)).toEqual([
      ['Luz', 'Rojas'],
      ['Ana', 'Paz Sol'],
      ['Eva', 'Paz'],
    ])
  })

  it('has its columns in order, or named by the first row in any order', () => {
    expect(namesOf(read(aFile('luz@prueba.pe,Luz,Rojas\nana@prueba.pe,Ana,Paz\n')))).toEqual([
      ['Luz', 'Rojas'],
      ['Ana', 'Paz'],
    ])
    expect(namesOf(read(aFile('apellidos,correo,nombres\nRojas,luz@prueba.pe,Luz')))).toEqual([['Luz', 'Rojas']])
    expect(namesOf(read(aFile('Apellido;Nombre;E-mail\nRojas;Luz;luz@prueba.pe')))).toEqual([['Luz', 'Rojas']])
  })

  it('tells every mistake with its line', () => {
    const rows = [
      'correo,nombres,apellidos,dni,hasta',
      'luz,Luz,Rojas',
      'ana@prueba.pe,Ana99,',
      'eva@prueba.pe,Eva,Paz,1234567,mañana',
      'sol@prueba.pe,Sol,Paz,11111111,2026-02-30',
      'paz@prueba.pe,Paz,Sol,,,otra',
      'mar@prueba.pe,Mar,ગીતા,41526374,2099-12-31',
      '"fin@prueba.pe,Fin,Sol',
    ]
    expect(mistakesIn(rows.join('\n'))).toEqual([
      'lista.csv:8: las comillas están mal puestas',
      'lista.csv:6: tiene más celdas que columnas',
      'lista.csv:2: correo: Escribe un correo válido.',
      'lista.csv:3: nombres: Usa solo letras, espacios, apóstrofos, guiones y puntos.',
      'lista.csv:3: apellidos: Escribe los apellidos.',
      'lista.csv:4: dni: El DNI debe tener 8 dígitos.',
      'lista.csv:4: hasta: Escribe la fecha como 2026-12-31, o «nunca».',
      'lista.csv:5: dni: Revisa tu DNI: no es un solo dígito repetido.',
      'lista.csv:5: hasta: Escribe la fecha como 2026-12-31, o «nunca».',
      'lista.csv:7: apellidos: Alguna letra no se puede imprimir en el certificado: escríbela en letras latinas.',
    ])
    expect(mistakesIn('luz@prueba.pe,Luz99,,1\n', true)).toEqual([])
  })

  it.each([
    ['no rows', '', 'lista.csv: no tiene personas'],
    [
      'an unknown column',
      'correo,teléfono\n',
      'lista.csv:1: no conozco «teléfono»: las columnas son correo, nombres, apellidos, dni, hasta',
    ],
    [
      'the encoding of old spreadsheets',
      Buffer.from('luz@prueba.pe,Luz,Ñ', 'latin1'),
      'lista.csv: no está en UTF-8; en Excel guárdalo como «CSV UTF-8»',
    ],
    ['too many bytes', 'x'.repeat(2_000_001), 'lista.csv: el archivo tiene más de 2 MB'],
  ])('with %s is refused', (_, content, reason) => {
    expect(mistakesIn(content)).toEqual([reason])
  })

  it('must exist', () => {
    expect(() => read('falta.csv')).toThrow('falta.csv: no se puede leer el archivo')
  })
})
