import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { anAcademy, type Changes, withoutBrands } from '../../test/academy.ts'
import { aBrand, aPerson } from '../../test/builders.ts'
import { useApp } from '../../test/harness.ts'
import { loadAcademy } from './load.ts'

const t = useApp()
beforeEach(() => withoutBrands(t))

const BRAND = 'prueba/marca.yaml'
const PEOPLE = 'personas.yaml'
const COURSE = 'prueba/cursos/minimo/curso.md'
const LESSON = 'prueba/cursos/minimo/01-inicio/01-primera.md'
const WITHOUT_ID: Changes = { [BRAND]: ['id: 3\n', ''] }
const ALL = {
  marcas: ['prueba'],
  cursos: ['prueba/minimo'],
  personas: ['profe@prueba.pe', 'admin@prueba.pe', 'estudiante@prueba.pe'],
}

const rows = async (query: ReturnType<typeof sql>) => (await t.deps.db.execute(query)).rows
const load = (changes: Changes = {}) =>
  loadAcademy(t.deps, anAcademy(changes), { demo: true, password: 'Campus-2026', operator: 'ana' })
const brands = () => rows(sql`SELECT id, slug FROM clientes ORDER BY id`)
const refusalOf = (changes: Changes) =>
  load(changes).then(
    () => 'loaded',
    (error: Error) => error.message,
  )

const OTHER: Changes = {
  'prueba/cursos/otro/curso.md': `---
nombre: Otro curso
categoria: Cerámica
nivel: Intermedio
costo: 30
horas: 2
docentes: [profe@prueba.pe]
---
Texto.
`,
  'prueba/cursos/otro/01-uno/modulo.yaml': 'nombre: Uno\nhoras: 2\n',
  'prueba/cursos/otro/01-uno/01-a.md': '---\ntitulo: A\n---\nUno.\n',
}

describe('a second load', () => {
  const TABLES =
    'clientes botones paginas categorias premios temas_prompt foros cursos curso_docentes modulos lecciones sesiones evaluaciones preguntas opciones usuarios roles_personal matriculas'
  const everything = async () => {
    const found: Record<string, unknown> = {}
    for (const table of TABLES.split(' ')) found[table] = await rows(sql.raw(`SELECT * FROM ${table} ORDER BY 1, 2`))
    return found
  }

  it('names what is there and leaves it alone, whatever the files say of it now', async () => {
    expect(await load()).toEqual({
      marcas: 1,
      cursos: 1,
      personas: 3,
      existentes: { marcas: [], cursos: [], personas: [] },
    })
    await rows(sql`UPDATE cursos SET nombre = 'De la oficina'`)
    await rows(sql`DELETE FROM paginas`)
    const before = await everything()
    const changes: Changes = {
      [BRAND]: ['nombre: Academia de Prueba', 'nombre: Otra\nlema: De los archivos'],
      [COURSE]: ['costo: 149.90', 'costo: 199'],
      [LESSON]: ['titulo: Primera lección', 'titulo: De los archivos'],
      [PEOPLE]: ['nombres: Rosa', 'nombres: Otra'],
      'prueba/cursos/minimo/01-inicio/02-segunda.md': null,
      'prueba/cursos/minimo/01-inicio/03-otra.md': '---\ntitulo: Otra\n---\nHola.\n',
      'prueba/premios.yaml': 'premios: [{ puesto: 1, premio: Tableta }]\n',
    }
    expect(await load(changes)).toEqual({ marcas: 0, cursos: 0, personas: 0, existentes: ALL })
    expect(await everything()).toEqual(before)
    expect(
      await rows(
        sql`SELECT id_cliente, detalle FROM auditoria WHERE accion = 'contenido_cargado' ORDER BY id DESC LIMIT 2`,
      ),
    ).toEqual([
      { id_cliente: 3, detalle: { nueva: false, cursos: 0, personas: 0, operador: 'ana' } },
      { id_cliente: 3, detalle: { nueva: true, cursos: 1, personas: 3, operador: 'ana' } },
    ])
  })

  it('adds a course with its category and forums, and people', async () => {
    await load()
    const forum = (curso: string) =>
      `  - { tipo: ${curso === '' ? 'general' : `curso, curso: ${curso}`}, autor: profe@prueba.pe, titulo: De ${curso}, contenido: Hola. }\n`
    const added = await load({
      ...OTHER,
      [BRAND]: ['[Diseño, Música]', '[Diseño, Cerámica]'],
      [PEOPLE]: [
        'administradores:',
        'caja: [{ correo: caja@prueba.pe, marca: prueba, nombres: Eva, apellidos: Paz }]\nadministradores:',
      ],
      'prueba/foros.yaml': `foros:\n${forum('')}${forum('minimo')}${forum('otro')}`,
    })
    expect(added).toEqual({ marcas: 0, cursos: 1, personas: 1, existentes: ALL })
    expect(await rows(sql`SELECT nombre, orden, estado FROM categorias ORDER BY orden`)).toEqual([
      { nombre: 'Diseño', orden: 1, estado: 1 },
      { nombre: 'Música', orden: 2, estado: 1 },
      { nombre: 'Cerámica', orden: 3, estado: 1 },
    ])
    expect(await rows(sql`SELECT titulo FROM foros`)).toEqual([{ titulo: 'De otro' }])
    expect(
      await rows(
        sql`SELECT r.rol FROM roles_personal r JOIN usuarios u ON u.id = r.id_usuario WHERE u.correo = 'caja@prueba.pe'`,
      ),
    ).toEqual([{ rol: 'caja' }])
    const { body } = await t.call('GET', '/api/portada?marca=prueba')
    expect(body.data.cursos.map(({ nombre }: { nombre: string }) => nombre).sort()).toEqual([
      'Curso mínimo',
      'Otro curso',
    ])
  })

  it('refuses a course of someone who has an account without being a teacher', async () => {
    await load()
    await rows(sql`DELETE FROM roles_personal WHERE rol = 'docente'`)
    const changes: Changes = { ...OTHER, [BRAND]: ['[Diseño, Música]', '[Diseño, Cerámica]'] }
    expect(await refusalOf(changes)).toBe(
      `${PEOPLE}:2: profe@prueba.pe ya tiene una cuenta que no es de docente: dale ese rol en Equipo`,
    )
    expect(await load()).toMatchObject({ existentes: ALL })
  })
})

describe('a new brand', () => {
  it('with the id of another is refused, with nothing changed, and loaded without the id', async () => {
    await aBrand(t.deps.db, 3)
    const student = await aPerson(t.deps.db, { id_cliente: 3 })
    const before = await rows(sql`SELECT * FROM clientes`)
    expect(await refusalOf({})).toBe(`${BRAND}:1: el id 3 es de «marca-3»; quita la línea id y se elige uno libre`)
    expect(await rows(sql`SELECT * FROM clientes`)).toEqual(before)
    expect(await rows(sql`SELECT id, id_cliente FROM usuarios`)).toEqual([{ id: student.id, id_cliente: 3 }])
    await load(WITHOUT_ID)
    expect(await brands()).toEqual([
      { id: 3, slug: 'marca-3' },
      { id: 4, slug: 'prueba' },
    ])
  })

  it('without an id gets one, 2 for the first', async () => {
    await load(WITHOUT_ID)
    expect(await brands()).toEqual([{ id: 2, slug: 'prueba' }])
  })

  it('without an id beside brand 1 does not get 2, which would become the default', async () => {
    await aBrand(t.deps.db, 1)
    await load(WITHOUT_ID)
    expect(await brands()).toEqual([
      { id: 1, slug: 'marca-1' },
      { id: 3, slug: 'prueba' },
    ])
  })
})

describe('what is another’s is not taken', () => {
  it('domains and mails of another brand', async () => {
    await aBrand(t.deps.db, 1)
    await rows(sql`UPDATE clientes SET dominios = '{prueba.pe}' WHERE id = 1`)
    const teacher = await aPerson(t.deps.db, { id_cliente: 1, correo: 'Profe@prueba.pe' })
    expect((await refusalOf({})).split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${PEOPLE}:\\d+: profe@prueba.pe es de una persona de «marca-1»$`)),
      expect.stringMatching(new RegExp(`^${BRAND}:\\d+: el dominio prueba.pe es de «marca-1»$`)),
    ])
    expect(await brands()).toEqual([{ id: 1, slug: 'marca-1' }])
    await rows(sql`UPDATE clientes SET dominios = '{}'`)
    await rows(sql`UPDATE usuarios SET correo = 'libre@prueba.pe' WHERE id = ${teacher.id}`)
    expect(await load()).toMatchObject({ marcas: 1 })
  })

  it('the DNI of another person of the brand', async () => {
    await load()
    await rows(sql`UPDATE usuarios SET correo = 'otra@prueba.pe' WHERE numero_documento = '70000001'`)
    expect(await refusalOf({})).toMatch(new RegExp(`^${PEOPLE}:\\d+: el DNI 70000001 es de otra@prueba.pe$`))
  })
})
