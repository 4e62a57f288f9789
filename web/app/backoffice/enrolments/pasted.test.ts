import { describe, expect, it } from 'vitest'
import { linesOf, namesOf, readPasted } from './pasted'

describe('a pasted list of people', () => {
  it('has mails, names with mails, and rows of a spreadsheet in any order', () => {
    const { people, mistakes } = readPasted(
      [
        'correo\tnombres\tapellidos\tdni',
        'ana@prueba.pe',
        '',
        'Luz Rojas Díaz <luz@prueba.pe>',
        'teo@prueba.pe\tTeo\tRíos Paz\t40506071',
        'Paz, Iris, iris@prueba.pe',
      ].join('\r\n'),
    )
    expect(mistakes).toEqual([])
    expect(people).toEqual([
      { line: 2, correo: 'ana@prueba.pe' },
      { line: 4, correo: 'luz@prueba.pe', nombres: 'Luz Rojas Díaz' },
      { line: 5, correo: 'teo@prueba.pe', nombres: 'Teo', apellidos: 'Ríos Paz', numero_documento: '40506071' },
      { line: 6, correo: 'iris@prueba.pe', nombres: 'Paz', apellidos: 'Iris' },
    ])
  })

  it.each([
    ['sep=;\ncorreo;nombres;apellidos\nana@prueba.pe;Ana;Ríos', 3],
    ['\ufeffana@prueba.pe\tAna\tRíos', 1],
    ['"Ana"; "Ríos"; ana@prueba.pe', 1],
    ['correo,nombres,apellidos\r\n"ana@prueba.pe","Ana","Ríos"', 2],
  ])('has the rows of a file as it was saved: %j', (text, line) => {
    expect(readPasted(text)).toEqual({
      people: [{ line, correo: 'ana@prueba.pe', nombres: 'Ana', apellidos: 'Ríos' }],
      mistakes: [],
      ignored: [],
    })
  })

  it.each([
    ['Apellidos\tNombres\tCorreo\nRíos\tAna\tana@prueba.pe', []],
    ['Nombre;Apellido;Email\nAna;Ríos;ana@prueba.pe', []],
    ['Teléfono;Correo electrónico;Apellidos;Nombres\n987654321;ana@prueba.pe;Ríos;Ana', ['Teléfono']],
    ['Apellido;Nombre;Contacto\nRíos;Ana;ana@prueba.pe', ['Contacto']],
  ])('has its columns by their headings: %j', (text, ignored) => {
    expect(readPasted(text)).toEqual({
      people: [{ line: 2, correo: 'ana@prueba.pe', nombres: 'Ana', apellidos: 'Ríos' }],
      mistakes: [],
      ignored,
    })
  })

  it('says who has no mail under its heading', () => {
    expect(readPasted('Email;Nombre\n;Ana').mistakes).toEqual(['Línea 2: Falta el correo.'])
  })

  it.each([
    [{ correo: 'ana.rios@prueba.pe' }, 'Ana', 'Rios'],
    [{ correo: 'a@prueba.pe', nombres: 'Ana Ríos Paz' }, 'Ana', 'Ríos Paz'],
    [{ correo: 'a@prueba.pe', nombres: 'Ana Luz', apellidos: 'Ríos' }, 'Ana Luz', 'Ríos'],
  ])('%j is shown with the names of its account', (person, nombres, apellidos) => {
    expect(namesOf(person)).toEqual({ nombres, apellidos })
  })

  it('says where quotes are wrong', () => {
    expect(readPasted('ana@prueba.pe;Ana\n"luz@prueba.pe;Luz').mistakes).toEqual([
      'Línea 2: las comillas están mal puestas.',
    ])
  })

  it('names the line of each mistake, the server’s too', () => {
    const { people, mistakes } = readPasted('ana@prueba.pe\n\nAna Ríos\nluz@\nteo@prueba.pe; Teo; Paz; 1234')
    expect(mistakes).toEqual([
      'Línea 3: Falta el correo.',
      'Línea 4: Escribe un correo válido.',
      'Línea 5: El DNI debe tener 8 dígitos.',
    ])
    const errors = { '1.correo': ['El correo está repetido.'], 'personas.3.correo': ['No.'], hasta: ['Ya pasó.'] }
    expect(linesOf(errors, people)).toEqual(['Línea 3: El correo está repetido.', 'Línea 5: No.', 'Ya pasó.'])
    expect(readPasted(Array.from({ length: 501 }, (_, n) => `a${n}@prueba.pe`).join('\n')).mistakes).toEqual([
      'Son 501 personas: van 500 por vez como máximo.',
    ])
  })
})
