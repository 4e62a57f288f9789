import type { NewCourse } from '@campus/contract/catalogue.staff'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { addDrafts } from '../../kit/documents/documents.ts'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { teachersOfBrand } from '../catalogue/catalogue.ts'
import { addExams } from '../exams/exams.ts'
import { requireCourse } from './authoring.ts'
import { categoryNamed } from './categories.ts'
import { courseDocuments } from './course.document.ts'

type Named = { id: number; nombre: string }

/** An academy with one active teacher leaves nothing to choose; with several, the person who makes the course need not teach it. */
const assignOnlyTeacher = (tx: Db, brand: number, course: number) =>
  tx.execute(sql`INSERT INTO curso_docentes (id_curso, id_usuario) SELECT ${course}, min(t.id)
    FROM (${teachersOfBrand(sql`${brand}`)}) t HAVING count(*) = 1`)

/** A hidden course, taught by the academy's only teacher; a repeated request finds that of the first. @throws DATOS_INVALIDOS */
export async function createCourse(db: Db, identity: Identity, course: z.output<typeof NewCourse>) {
  const { nombre, categoria, nivel, envio } = course
  const { id_cliente } = identity
  return db.transaction(async (tx) => {
    await lock(tx, 'categorias', id_cliente)
    const [there] = await query<{ id: number }>(
      tx,
      sql`SELECT id FROM cursos WHERE id_cliente = ${id_cliente} AND clave = ${envio}`,
    )
    if (there) return there
    const [made] = await query<{ id: number }>(
      tx,
      sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas, estado, nuevo,
          primera_gratis)
        VALUES (${id_cliente}, ${await categoryNamed(tx, identity, categoria)}, ${envio}, ${nombre}, ${nivel}, 0, 1, 0,
          true, true) RETURNING id`,
    )
    if (!made) throw new Error('the course was not inserted')
    await assignOnlyTeacher(tx, id_cliente, made.id)
    const objeto = `curso:${made.id}`
    const documento = (await courseDocuments.read(tx, await courseDocuments.find(tx, id_cliente, [objeto]))).get(objeto)
    // The row needs hours, which certificates print: none are written yet.
    if (documento) await addDrafts(tx, identity, [{ objeto, documento: { ...documento, horas: null } }])
    await audit(tx, 'gestion', { objeto, detalle: { hecho: 'creado', nombre } })
    return made
  })
}

/** Rows of each kind go after those that are there: the outline's draft says where they belong. */
export const LAST = 10_000

type Names = { nombres: string[]; envio: string }

const named = (nombres: string[]) => sql`unnest(${sql.param(nombres)}::text[]) WITH ORDINALITY AS t(nombre, n)`

/** Hidden modules of a course. @throws NO_ENCONTRADO */
export async function createModules(db: Db, identity: Identity, curso: number, { nombres, envio }: Names) {
  return db.transaction(async (tx) => {
    await requireCourse(tx, identity, curso, 'cursos.editar')
    const rows = await query<Named>(
      tx,
      sql`INSERT INTO modulos (id_curso, clave, nombre, orden, activo)
        SELECT ${curso}, ${envio} || '-' || n, nombre, ${LAST} + n, false FROM ${named(nombres)} ORDER BY n
        ON CONFLICT (id_curso, clave) DO UPDATE SET clave = excluded.clave RETURNING id, nombre`,
    )
    await audit(tx, 'gestion', { objeto: `curso:${curso}`, detalle: { hecho: 'modulos', nombres } })
    return rows
  })
}

/** The course of a module. @throws NO_ENCONTRADO */
export async function requireModule(tx: Db, identity: Identity, id: number): Promise<number> {
  const [module] = await query<{ id_curso: number }>(tx, sql`SELECT id_curso FROM modulos WHERE id = ${id}`)
  if (!module) throw fail('NO_ENCONTRADO')
  await requireCourse(tx, identity, module.id_curso, 'cursos.editar')
  return module.id_curso
}

export const addLessons = (tx: Db, modulo: number, { nombres, envio }: Names) =>
  query<Named>(
    tx,
    sql`INSERT INTO lecciones (id_modulo, clave, titulo, orden, activo, nuevo)
      SELECT ${modulo}, ${envio} || '-' || n, nombre, ${LAST} + n, false, true FROM ${named(nombres)} ORDER BY n
      ON CONFLICT (id_modulo, clave) DO UPDATE SET clave = excluded.clave RETURNING id, titulo AS nombre`,
  )

/** Whether a course waits for its first lesson, and no longer; of two requests, one finds it so. */
async function takeFreeLesson(tx: Db, curso: number): Promise<boolean> {
  const found = await query<{ id: number }>(
    tx,
    sql`UPDATE cursos c SET primera_gratis = false WHERE c.id = ${curso} AND c.primera_gratis
      AND NOT EXISTS (SELECT 1 FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = c.id)
      RETURNING c.id`,
  )
  return found.length > 0
}

/** Hidden lessons of a module; the first one of a new course is free until its author says otherwise. @throws NO_ENCONTRADO */
export async function createLessons(db: Db, identity: Identity, modulo: number, names: Names) {
  return db.transaction(async (tx) => {
    const curso = await requireModule(tx, identity, modulo)
    const first = await takeFreeLesson(tx, curso)
    const rows = await addLessons(tx, modulo, names)
    if (first) await tx.execute(sql`UPDATE lecciones SET gratis = true WHERE id = ${rows[0]?.id ?? null}`)
    await audit(tx, 'gestion', { objeto: `curso:${curso}`, detalle: { hecho: 'lecciones', nombres: names.nombres } })
    return rows
  })
}

type NewExams = Names & { modelo: 'examen' | 'encuesta'; id_modulo?: number | null | undefined }

/** Hidden exams or surveys of a course. @throws NO_ENCONTRADO, DATOS_INVALIDOS */
export async function createExams(db: Db, identity: Identity, curso: number, exams: NewExams) {
  const id_modulo = exams.id_modulo ?? null
  return db.transaction(async (tx) => {
    await requireCourse(tx, identity, curso, 'cursos.editar')
    const [module] = await query<Named>(
      tx,
      sql`SELECT id FROM modulos WHERE id = ${id_modulo}::bigint AND id_curso = ${curso}`,
    )
    if (id_modulo !== null && !module) throw invalid('id_modulo', 'Ese módulo no es de este curso.')
    const rows = await addExams(tx, curso, { ...exams, id_modulo })
    await audit(tx, 'gestion', {
      objeto: `curso:${curso}`,
      detalle: { hecho: 'evaluaciones', nombres: exams.nombres },
    })
    return rows
  })
}
