import type { AttemptReview, AttemptRow, AttemptsQuery } from '@campus/contract/grading'
import { EXAM_MODEL } from '@campus/contract/rules'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type List, type ListPage, listRows, matchesWords } from '../../kit/lists/lists.ts'
import { alphabetical } from '../../kit/words/words.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { closeIfExpired } from './attempts.ts'
import { examHead, findExam, inGradedCourse } from './exams.staff.ts'
import { detalle_evaluacion, evaluaciones, intentos_evaluacion } from './exams.tables.ts'
import { extrasOf } from './extras.ts'
import { attemptColumns, reviewOf, toAttempt } from './review.ts'

type Filters = Pick<AttemptsQuery, 'estado'>

/** *Aprobado* and *Desaprobado* are two results of one state. */
const inState = (estado: NonNullable<Filters['estado']>): SQL =>
  estado === 'aprobado' || estado === 'desaprobado'
    ? sql`i.estado = 'calificado' AND i.aprobado = ${estado === 'aprobado'}`
    : sql`i.estado = ${estado}`

const ATTEMPTS: List<Filters> = {
  // LEFT, so that a count without names does not read them.
  from: sql`detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id LEFT JOIN usuarios u ON u.id = d.id_alumno`,
  id: sql`i.id`,
  columns: sql`i.id, i.numero, i.estado, i.inicio, i.limite, i.segundos_devueltos, i.enviado_en, i.cerrado_por_tiempo,
    i.nota, i.nota_maxima, i.aprobado,
    d.id_alumno, (SELECT a.nombres || ' ' || a.apellidos FROM usuarios a WHERE a.id = d.id_alumno) AS alumno`,
  sorts: {
    inicio: { by: sql`i.inicio`, type: 'timestamptz' },
    alumno: { by: alphabetical(sql`u.apellidos || ' ' || u.nombres`), type: 'text' },
  },
  defaultSort: '-inicio',
  search: (q) => matchesWords(sql.raw('u.busqueda'), q),
  filters: { estado: inState },
}

/** @throws NO_ENCONTRADO, also for a survey, which is anonymous; DATOS_INVALIDOS under `orden` or `desde` */
export async function attemptsOf(
  db: Db,
  identity: Identity,
  id: number,
  asked: AttemptsQuery,
): Promise<ListPage<AttemptRow>> {
  const { modelo } = await findExam(db, identity, id)
  if (modelo !== EXAM_MODEL) throw fail('NO_ENCONTRADO')
  const page = await listRows<AttemptRow, Filters>(db, ATTEMPTS, asked, sql`d.id_evaluacion = ${id}`)
  return { ...page, data: page.data.map((row) => ({ ...row, ...toAttempt(row) })) }
}

const whole = (idIntento: number, identity: Identity) => (db: Db) =>
  db
    .select({
      intento: attemptColumns,
      preguntas: intentos_evaluacion.preguntas,
      detalle: detalle_evaluacion,
      evaluacion: examHead,
      alumno: { id: usuarios.id, nombre: sql<string>`${usuarios.nombres} || ' ' || ${usuarios.apellidos}` },
    })
    .from(intentos_evaluacion)
    .innerJoin(detalle_evaluacion, eq(detalle_evaluacion.id, intentos_evaluacion.id_detalle))
    .innerJoin(evaluaciones, eq(evaluaciones.id, detalle_evaluacion.id_evaluacion))
    .innerJoin(cursos, eq(cursos.id, evaluaciones.id_curso))
    .innerJoin(usuarios, eq(usuarios.id, detalle_evaluacion.id_alumno))
    .where(and(eq(intentos_evaluacion.id, idIntento), eq(evaluaciones.modelo, EXAM_MODEL), inGradedCourse(identity)))

/** An attempt with its key and the points given so far, whatever its state. @throws NO_ENCONTRADO */
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
      const graded = answer ? { puntos: answer.puntos, comentario: answer.comentario } : {}
      return { ...question, ...graded, id_respuesta: answer?.id ?? null, version: answer?.version ?? 0, criterio }
    }),
  }
}
