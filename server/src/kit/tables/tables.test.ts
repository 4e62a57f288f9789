import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { importing } from '../../../test/imports.ts'

const t = useApp()
const people = importing(t)
let token: string
beforeAll(async () => {
  token = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
})

const HEADING = 'correo,nombres,apellidos'
const latin = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text)

/** The person of each file is Íñigo Peña, whatever wrote it. */
const READ: [what: string, file: (mail: string) => Buffer][] = [
  ['UTF-8', (mail) => utf8(`${HEADING}\n${mail},Íñigo,Peña\n`)],
  ['UTF-8 with BOM', (mail) => utf8(`\ufeff${HEADING}\n${mail},Íñigo,Peña`)],
  ['windows-1252', (mail) => latin(`${HEADING}\r\n${mail},Íñigo,Peña\r\n`)],
  ['semicolons', (mail) => utf8(`Correo;Nombres;Apellidos\r\n${mail};Íñigo;Peña`)],
  ['sep=', (mail) => utf8(`sep=;\r\nCorreo;Nombres;Apellidos\r\n${mail};Íñigo;Peña`)],
  ['tabs', (mail) => utf8(`CORREO\tNOMBRES\tAPELLIDOS\r${mail}\tÍñigo\tPeña`)],
  ['quotes', (mail) => utf8(`"correo","nombres","apellidos"\n"${mail}","Íñigo","Peña"`)],
  ['headings as people write them', (mail) => utf8(`Correo electrónico; NOMBRE(S) ;Apéllidos\n${mail}; Íñigo ;Peña`)],
  ['empty lines', (mail) => utf8(`\n\n${HEADING}\n\n,,\n${mail},Íñigo,Peña\n,,\n`)],
  ['a line break in a cell', (mail) => utf8(`${HEADING},Nota\n${mail},Íñigo,Peña,"una\nnota"`)],
  ['two surnames', (mail) => utf8(`correo,nombres,apellido paterno,apellido materno\n${mail},Íñigo,Peña,`)],
]

it.each(READ)('%s is read', async (_, file) => {
  const mail = `${randomUUID()}@prueba.pe`
  const read = await people.report(token, file(mail))
  expect(read.informe).toMatchObject({ total: 1, errores: 0, resultado: { crear: 1 } })
  await people.run(token, read.id)
  const [made] = await t.database.sql`SELECT nombres, apellidos FROM usuarios WHERE correo = ${mail}`
  expect(made).toEqual({ nombres: 'Íñigo', apellidos: 'Peña' })
})

const many = (rows: number) => utf8(`${HEADING}\n${'a@b.pe,A,B\n'.repeat(rows)}`)

const REFUSED: [what: string, file: Buffer, why: string][] = [
  ['blank', utf8('\n\n ,,\n'), 'está vacío'],
  ['only headings', utf8(HEADING), 'tiene solo los títulos'],
  [
    'no headings',
    utf8('ana@prueba.pe,Ana,Paz\neva@prueba.pe,Eva,Paz'),
    'faltan las columnas «correo» y «nombres» y «apellidos»',
  ],
  ['a heading missing', utf8('correo,nombres\na@b.pe,Ana'), 'falta la columna «apellidos»'],
  ['a heading twice', utf8('correo,nombres,apellidos,email\na@b.pe,A,B,c@d.pe'), '«correo» está en dos columnas'],
  ['names twice', utf8('correo,nombres,Nombres,apellidos\na@b.pe,A,A,B'), '«nombres» está en dos columnas'],
  ['open quotes', utf8(`${HEADING}\na@b.pe,"Ana,Paz`), 'las comillas de la línea 2 están mal puestas'],
  ['a workbook', Buffer.from('504b030414000600080000002100', 'hex'), 'no es un CSV'],
  ['UTF-16', Buffer.from(`${HEADING}\na@b.pe,A,B`, 'utf16le'), 'no es un CSV'],
  ['50,001 lines', many(50_001), 'tiene 50,001 filas y se leen hasta 50,000'],
]

describe('nothing is stored of a file that cannot be read', () => {
  it.each(REFUSED)('%s', async (_, file, why) => {
    const before = await t.database.sql`SELECT count(*) FROM trabajos`
    const { status, body } = await people.upload(token, file)
    expect([status, body.code]).toEqual([422, 'IMPORTACION_INVALIDA'])
    expect(body.message.startsWith(`No pudimos leer el archivo: ${why}`), body.message).toBe(true)
    expect(await t.database.sql`SELECT count(*) FROM trabajos`).toEqual(before)
  })

  it('none, an empty one, one of more than 10 MB, or of another kind', async () => {
    expect((await people.upload(token, Buffer.alloc(0))).body.errors).toEqual({ archivo: ['Elige un archivo.'] })
    const big = await people.upload(token, Buffer.alloc(10_000_001, 'a'))
    expect([big.status, big.body.message]).toEqual([413, 'El archivo puede pesar hasta 10 MB.'])
    const other = await people.upload(token, many(1), { tipo: 'preguntas', envio: 'x' })
    expect(other.body.errors).toEqual({ tipo: ['Elige qué traes.'], envio: ['El envío no es válido.'] })
    expect((await t.call('POST', '/api/gestion/importaciones', { token, body: {} })).status).toBe(415)
  })
})
