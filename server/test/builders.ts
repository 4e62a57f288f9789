import { randomInt, randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { sql } from 'drizzle-orm'
import { usuarios } from '../src/features/accounts/accounts.tables.ts'
import { hashPassword } from '../src/features/accounts/passwords.ts'
import { kindOf, writeRoles } from '../src/features/accounts/roles.ts'
import { clientes } from '../src/features/brands/brands.tables.ts'
import { categorias, curso_docentes, cursos, lecciones, modulos } from '../src/features/catalogue/catalogue.tables.ts'
import {
  detalle_evaluacion,
  evaluaciones,
  intentos_evaluacion,
  opciones,
  preguntas,
} from '../src/features/exams/exams.tables.ts'
import { matriculas } from '../src/features/learning/learning.tables.ts'
import type { Db } from '../src/platform/db/database.ts'

/** Password of every built user. */
export const PASSWORD = 'Clave-segura-1'
const PASSWORD_HASH = hashPassword(PASSWORD)

/** More than one test process ever needs. */
const DOCUMENTS_EACH = 10_000

/**
 * First document number of this process, below those of the demo: one range per Playwright worker, random otherwise.
 * FIRST_DOCUMENT moves the range for a reused database.
 */
function firstDocument(): number {
  const { TEST_WORKER_INDEX, FIRST_DOCUMENT, VITEST } = process.env
  if (TEST_WORKER_INDEX) return Number(FIRST_DOCUMENT ?? 20_000_000) + DOCUMENTS_EACH * Number(TEST_WORKER_INDEX)
  return VITEST ? 20_000_000 : randomInt(40_000_000, 60_000_000)
}

let last = firstDocument()

/** An unused DNI. */
export const aDocument = (): string => String(++last)

function one<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('nothing was inserted')
  return row
}

/** Brands 1, 2 and 3 are created once per database. */
export async function aBrand(db: Db, id = 2) {
  await db
    .insert(clientes)
    .values({ id, slug: `marca-${id}`, nombre: `Marca ${id}`, color_primario: '#4F46E5', color_acento: '#F59E0B' })
    .onConflictDoNothing()
  return id
}

const ROLES_OF: Record<'Alumno' | 'Docente' | 'Administrador' | 'Personal', Role[]> = {
  Alumno: [],
  Docente: ['docente'],
  Administrador: ['marca'],
  Personal: ['soporte'],
}

type PersonShape = Partial<typeof usuarios.$inferInsert> & { roles?: Role[] }

/** A student of brand 2 with a verified mail by default. */
export async function aPerson(
  db: Db,
  { tipo_cliente = 'Alumno', roles = ROLES_OF[tipo_cliente], ...values }: PersonShape = {},
) {
  await aBrand(db, values.id_cliente ?? 2)
  const rows = await db
    .insert(usuarios)
    .values({
      id_cliente: 2,
      nombres: 'Ana María',
      apellidos: 'Quispe Núñez',
      correo: `${randomUUID()}@prueba.pe`,
      correo_verificado_en: sql`now()`,
      password_hash: await PASSWORD_HASH,
      numero_documento: aDocument(),
      ...values,
    })
    .returning()
  const person = one(rows)
  await writeRoles(db, [{ id: person.id, roles }], null)
  return { ...person, tipo_cliente: kindOf(roles) }
}

type CourseShape = { id_cliente?: number; modules?: number; lessons?: number; teacher?: number; nombre?: string }

/** Its new category is ordered last, after those of a loaded academy. */
export async function aCourse(
  db: Db,
  { id_cliente = 2, modules = 1, lessons = 1, teacher, nombre = 'Curso de prueba' }: CourseShape = {},
) {
  await aBrand(db, id_cliente)
  const categoria = one(
    await db.insert(categorias).values({ id_cliente, nombre: randomUUID(), orden: 1000 }).returning(),
  )
  const curso = one(
    await db
      .insert(cursos)
      .values({
        id_cliente,
        id_categoria: categoria.id,
        clave: randomUUID(),
        nombre,
        nivel: 'Básico',
        costo_centimos: 14_900,
        horas: 12,
      })
      .returning(),
  )
  if (teacher) await db.insert(curso_docentes).values({ id_curso: curso.id, id_usuario: teacher })
  const mods = []
  for (let m = 1; m <= modules; m++) {
    const modulo = one(
      await db
        .insert(modulos)
        .values({ id_curso: curso.id, clave: `m${m}`, nombre: `Módulo ${m}`, horas: 4, orden: m })
        .returning(),
    )
    const rows = Array.from({ length: lessons }, (_, i) => ({
      id_modulo: modulo.id,
      clave: `l${i + 1}`,
      titulo: `Lección ${m}.${i + 1}`,
      orden: i + 1,
      duracion: 10,
    }))
    mods.push({ ...modulo, lecciones: rows.length ? await db.insert(lecciones).values(rows).returning() : [] })
  }
  return { ...curso, modulos: mods }
}

/** An active enrolment. */
export async function anEnrolment(
  db: Db,
  id_usuario: number,
  id_curso: number,
  values: Partial<typeof matriculas.$inferInsert> = {},
) {
  return one(
    await db
      .insert(matriculas)
      .values({ id_usuario, id_curso, suspendida_por: values.estado === 'suspendida' ? 'personal' : null, ...values })
      .returning(),
  )
}

type ExamShape = Partial<typeof evaluaciones.$inferInsert> & { id_curso: number; values?: number[]; open?: number[] }

/** An exam with one choice question per value (four options, the second correct) and an open question per open value. */
export async function anExam(db: Db, { values = [10, 10], open = [], ...shape }: ExamShape) {
  const exam = one(
    await db
      .insert(evaluaciones)
      .values({ clave: randomUUID(), nombre: 'Examen de prueba', intentos: 2, duracion: 15, ...shape })
      .returning(),
  )
  const made = []
  for (const [at, valor] of [...values, ...open].entries()) {
    const tipo_pregunta = at < values.length ? (1 as const) : (2 as const)
    const pregunta = one(
      await db
        .insert(preguntas)
        .values({ id_evaluacion: exam.id, pregunta: `Pregunta ${at + 1}`, tipo_pregunta, valor, orden: at + 1 })
        .returning(),
    )
    const rows = ['A', 'B', 'C', 'D'].map((opcion, i) => ({
      id_pregunta: pregunta.id,
      opcion,
      condicion: i === 1,
      orden: i + 1,
    }))
    made.push({ ...pregunta, opciones: tipo_pregunta === 1 ? await db.insert(opciones).values(rows).returning() : [] })
  }
  return { ...exam, preguntas: made }
}

/** A day in Lima, `days` from today. */
export function limaDay(days = 0): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format(Date.now() + days * 86_400_000)
}

type AttemptShape = { nota?: number; nota_maxima?: number; estado?: 'abierto' | 'pendiente' | 'calificado' }

/** The next attempt of a student, graded 20 of 20 by default. */
export async function anAttempt(db: Db, id_alumno: number, id_evaluacion: number, shape: AttemptShape = {}) {
  const { nota = 20, nota_maxima = 20, estado = 'calificado' } = shape
  const detail = one(
    await db
      .insert(detalle_evaluacion)
      .values({ id_alumno, id_evaluacion, intentos: 1 })
      .onConflictDoUpdate({
        target: [detalle_evaluacion.id_evaluacion, detalle_evaluacion.id_alumno],
        set: { intentos: sql`${detalle_evaluacion.intentos} + 1` },
      })
      .returning(),
  )
  const graded = estado === 'calificado' ? { nota, aprobado: nota * 100 >= nota_maxima * 60 } : {}
  const sent = estado === 'abierto' ? {} : { enviado_en: sql`now()` }
  const limite = sql`now() + interval '15 minutes'`
  const values = { id_detalle: detail.id, numero: detail.intentos, estado, limite, preguntas: [], nota_maxima }
  return one(
    await db
      .insert(intentos_evaluacion)
      .values({ ...values, ...graded, ...sent })
      .returning(),
  )
}

/** Fields of a revoked certificate. */
export const REVOKED = {
  estado: 'revocado' as const,
  fecha_revocacion: '2026-06-01T12:00:00.000Z',
  motivo_revocacion: 'Una prueba',
  causa_revocacion: 'academia' as const,
}
