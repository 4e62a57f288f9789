import type { AttemptReview, AttemptRow } from '@campus/contract/grading'
import { EXAM_MODEL } from '@campus/contract/rules'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { coursesInScope } from '../catalogue/catalogue.ts'
import { type List, type ListPage, listRows } from '../lists/lists.ts'
import { closeIfExpired } from './attempts.ts'
import { detalle_evaluacion, evaluaciones, intentos_evaluacion } from './exams.tables.ts'
import { extrasOf } from './extras.ts'
import { attemptColumns, reviewOf, toAttempt } from './review.ts'

type Filters = { estado?: AttemptRow['estado'] | undefined }
type Asked = Filters & { orden?: string | undefined; desde?: string | undefined }

const ATTEMPTS: List<Filters> = {
  from: sql`detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id
    JOIN evaluaciones e ON e.id = d.id_evaluacion JOIN cursos c ON c.id = e.id_curso JOIN usuarios u ON u.id = d.id_alumno`,
  id: sql`i.id`,
  columns: sql`i.id, i.numero, i.estado, i.inicio, i.limite, i.enviado_en, i.cerrado_por_tiempo, i.nota, i.nota_maxima, i.aprobado,
    u.id AS id_alumno, u.nombres || ' ' || u.apellidos AS alumno`,
  sorts: {
    inicio: { by: sql`i.inicio`, type: 'timestamptz' },
    alumno: { by: sql`u.apellidos`, type: 'text' },
  },
  defaultSort: '-inicio',
  filters: { estado: (estado) => sql`i.estado = ${estado}` },
}

async function requireExam(db: Db, identity: Identity, id: number): Promise<void> {
  const [found] = await db
    .select({ id: evaluaciones.id })
    .from(evaluaciones)
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .where(and(eq(evaluaciones.id, id), ofExamInScope(identity)))
  if (!found) throw fail('NO_ENCONTRADO')
}

/** Surveys are left out, because they are anonymous. */
const ofExamInScope = (identity: Identity) =>
  and(
    eq(evaluaciones.modelo, EXAM_MODEL),
    eq(cursos.id_cliente, identity.id_cliente),
    coursesInScope(identity, 'calificar', sql`${cursos.id}`),
  )

/** @throws NO_ENCONTRADO, DATOS_INVALIDOS under `orden` or `desde` */
export async function attemptsOf(db: Db, identity: Identity, id: number, asked: Asked): Promise<ListPage<AttemptRow>> {
  await requireExam(db, identity, id)
  const page = await listRows<AttemptRow, Filters>(db, ATTEMPTS, asked, sql`d.id_evaluacion = ${id}`)
  return { ...page, data: page.data.map((row) => ({ ...row, ...toAttempt(row) })) }
}

const whole = (idIntento: number, identity: Identity) => (db: Db) =>
  db
    .select({
      intento: attemptColumns,
      preguntas: intentos_evaluacion.preguntas,
      detalle: detalle_evaluacion,
      evaluacion: { id: evaluaciones.id, nombre: evaluaciones.nombre, id_curso: evaluaciones.id_curso },
      alumno: { id: usuarios.id, nombre: sql<string>`${usuarios.nombres} || ' ' || ${usuarios.apellidos}` },
    })
    .from(intentos_evaluacion)
    .innerJoin(detalle_evaluacion, eq(detalle_evaluacion.id, intentos_evaluacion.id_detalle))
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .innerJoin(usuarios, eq(usuarios.id, detalle_evaluacion.id_alumno))
    .where(and(eq(intentos_evaluacion.id, idIntento), ofExamInScope(identity)))

/** An attempt with its key, whatever its state. @throws NO_ENCONTRADO */
export async function readAttempt(db: Db, identity: Identity, idIntento: number): Promise<AttemptReview> {
  const read = whole(idIntento, identity)
  const [found] = await read(db)
  if (!found) throw fail('NO_ENCONTRADO')
  if (found.intento.estado === 'abierto') await closeIfExpired(db, found.detalle.id)
  const [attempt = found] = await read(db)
  const { review, answers } = await reviewOf(db, attempt, true)
  return {
    ...review,
    alumno: attempt.alumno,
    evaluacion: attempt.evaluacion,
    extras: extrasOf(attempt.detalle),
    preguntas: review.preguntas.map((question) => {
      const answer = answers.find((row) => row.id_pregunta === question.id)
      const criterio = attempt.preguntas.find(({ id }) => id === question.id)?.criterio ?? null
      return { ...question, id_respuesta: answer?.id ?? null, version: answer?.version ?? 0, criterio }
    }),
  }
}
