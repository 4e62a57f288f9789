import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { firstLink } from './first.ts'

/** A new installation: migrated, without an academy. */
const t = useApp()

const BODY = {
  academia: '  Academia Ñandú & Sol ',
  color_primario: '#A61E4D',
  nombres: 'Ana',
  apellidos: 'Paz',
  correo: 'Ana@Prueba.pe',
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ensena: true,
}

const signed = async () => {
  const link = (await firstLink(t.deps)).match(/http:\/\/campus\.test\/empezar#(\S+)/)?.[1]
  return Object.fromEntries(new URLSearchParams(link))
}

const begin = (body: object) => t.call('POST', '/api/empezar', { body: { ...BODY, ...body } })

const linkFile = () => join(t.deps.config.dataDir, 'crear-academia.txt')

describe('the first brand', () => {
  it('has its link in a file that the owner of the data reads', async () => {
    const text = await firstLink(t.deps)
    expect(text).toContain(linkFile())
    expect(text).toContain((await readFile(linkFile(), 'utf8')).trim())
    expect(statSync(linkFile()).mode & 0o777).toBe(0o600)
  })

  it('needs the link of the log, and a password that is not common', async () => {
    const { vence, firma } = await signed()
    for (const other of [{}, { vence, firma: 'x' }, { vence: String(Number(vence) + 60), firma }]) {
      const { status, body } = await begin({ vence: '1', firma: '', ...other })
      expect([status, body.code]).toEqual([422, 'ENLACE_INVALIDO'])
    }
    const common = await begin({ vence, firma, password: 'password', password_confirmation: 'password' })
    expect([common.status, Object.keys(common.body.errors)]).toEqual([422, ['password']])
    const spaced = await begin({ vence, firma, slug: 'Taller Sol', color_primario: 'rojo' })
    expect([spaced.status, Object.keys(spaced.body.errors).sort()]).toEqual([422, ['color_primario', 'slug']])
    expect(await t.database.sql`SELECT id FROM clientes`).toEqual([])
  })

  it('is opened once, by one of many at once, who is logged in as its platform administrator', async () => {
    const link = await signed()
    const answers = await Promise.all(Array.from({ length: 4 }, () => begin(link)))
    const made = answers.filter(({ status }) => status === 201)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    const { token, user } = made[0]?.body ?? {}
    expect(user).toMatchObject({ id_cliente: 2, tipo_cliente: 'Administrador', correo: 'ana@prueba.pe' })
    const { body } = await t.call('GET', '/api/gestion/yo', { token })
    expect(body.data).toMatchObject({ roles: ['docente', 'marca', 'plataforma'], marca: { id: 2 } })
    expect(body.data.marca.nombre).toBe('Academia Ñandú & Sol')
    const [brand] = await t.database.sql`SELECT slug, color_primario FROM clientes`
    expect(brand).toEqual({ slug: 'academia-nandu-sol', color_primario: '#A61E4D' })
    const { portada } = (await t.call('GET', '/api/portada')).body.data
    expect(portada.bloques[0]).toMatchObject({
      titulo: 'Microaprendizaje',
      texto: expect.stringContaining('Cursos de unas 2 horas divididos en videos de 10 minutos como máximo.'),
    })
    const [line] = await t.database.sql`SELECT id_usuario, objeto, detalle FROM auditoria WHERE accion = 'gestion'`
    expect(line).toEqual({ id_usuario: user.id, objeto: 'cliente:2', detalle: { marca_nueva: true } })
    expect((await begin(link)).body.code).toBe('ENLACE_INVALIDO')
    expect(existsSync(linkFile())).toBe(false)
    expect(await firstLink(t.deps)).toBe('')
    expect(existsSync(linkFile())).toBe(false)
  })

  it('comes with a hidden course that its owner publishes, and the next student opens', async () => {
    const { body } = await t.call('POST', '/api/loginalumno', { body: { email: BODY.correo, password: PASSWORD } })
    const token = body.token
    const rows = await t.call('GET', '/api/gestion/cursos', { token })
    expect(rows.body.data.data).toMatchObject([{ nombre: 'Curso de ejemplo', estado: 'oculto' }])
    const { id } = rows.body.data.data[0]
    expect((await t.call('GET', '/api/cursos/activos')).body.data).toEqual([])
    const desk = await t.call('GET', `/api/gestion/cursos/${id}`, { token })
    expect(desk.body.data.comprobacion.errores).toEqual([])
    const { lecciones, evaluaciones } = desk.body.data
    expect([lecciones.length, evaluaciones.length]).toEqual([2, 1])
    const objeto = `curso:${id}`
    const opened = await t.call('GET', `/api/gestion/documentos/${objeto}`, { token })
    const document = { ...opened.body.data.documento, nombre: 'Acuarela' }
    const saved = await t.call('PUT', `/api/gestion/documentos/${objeto}`, {
      token,
      body: { documento: document, version: opened.body.data.version },
    })
    const publication = { documentos: [{ objeto, version: saved.body.data.version }], acepta_avisos: true }
    const published = await t.call('POST', '/api/gestion/publicar', { token, body: publication })
    expect(published.status).toBe(200)
    const shop = await t.call('GET', '/api/cursos/activos')
    expect(shop.body.data).toMatchObject([{ id, nombre: 'Acuarela' }])
  })

  it('has an administrator who may teach its courses', async () => {
    await aPerson(t.deps.db, { id_cliente: 2, roles: ['marca'] })
    const { body } = await t.call('GET', '/api/usuarios/docentes/activos')
    expect(body.data.map(({ nombres }: { nombres: string }) => nombres)).toEqual(['Ana'])
  })
})
