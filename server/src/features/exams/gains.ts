import { formatInstant } from '@campus/contract/formats'
import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { CLOSES, SHOWN_EXAM } from './exams.tables.ts'
import { isOver } from './outage.ts'

/** What a student may do with an exam now; times are in minutes, null without a limit. */
export type Reach = {
  id: number
  quedan: number
  duracion: number | null
  /** Until the exam closes for the student or the enrolment ends, of an attempt that begins as soon as it may. */
  ventana: number | null
  hasta: string | null
  propia: boolean
  /** Of the open attempt. */
  limite: number | null
  puede: boolean
}

const END = sql`least(${CLOSES}, ((matriculas.fecha_vencimiento + 1)::timestamp AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)}))`

/** Of these details, by their ids. */
export async function reachOf(tx: Db, details: number[]): Promise<Map<number, Reach>> {
  const rows = await query<Reach>(
    tx,
    sql`SELECT d.id, e.intentos + d.intentos_extra - d.intentos AS quedan, e.duracion + d.minutos_extra AS duracion,
        (extract(epoch FROM ${END} - greatest(now(), e.fecha_apertura)) / 60)::float8 AS ventana, ${END} AS hasta,
        d.cierre_extra IS NOT NULL AS propia, ${LIVE_ENROLMENT} AND ${SHOWN_EXAM} AS puede,
        (SELECT (extract(epoch FROM a.limite) / 60)::float8 FROM intentos_evaluacion a
          WHERE a.id_detalle = d.id AND a.estado = 'abierto' AND NOT ${isOver('a')}) AS limite
      FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion
      JOIN matriculas ON matriculas.id_curso = e.id_curso AND matriculas.id_usuario = d.id_alumno
      WHERE d.id = ANY (${sql.param(details)}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export type Gain = { intentos: number; minutos: number; plazo: boolean; hasta: string | null }

const END_OF_TIME = Number.POSITIVE_INFINITY

/** In minutes. */
function grownMinutes(before: Reach, after: Reach, begins: boolean): number {
  const open = Math.round((after.limite ?? 0) - (before.limite ?? after.limite ?? 0))
  if (open > 0 || !begins) return Math.max(0, open)
  const lasting = ({ duracion }: Reach) => Math.min(duracion ?? 0, after.ventana ?? END_OF_TIME)
  return Math.max(0, Math.round(lasting(after) - lasting(before)))
}

const endOf = ({ hasta }: Reach) => (hasta === null ? END_OF_TIME : Date.parse(hasta))

/** What really grew: what a closing date, an ended enrolment or used attempts take away again is nothing. */
export function gainOf(before: Reach, after: Reach): Gain {
  const may = after.puede && (after.ventana ?? END_OF_TIME) > 0
  const begins = may && after.quedan > 0
  return {
    intentos: may ? Math.max(0, after.quedan - before.quedan) : 0,
    minutos: grownMinutes(before, after, begins),
    plazo: begins && endOf(after) > endOf(before),
    hasta: after.propia ? after.hasta : null,
  }
}

const more = (n: number, one: string, several: string) => (n > 0 ? [`${n} ${n === 1 ? one : several} más`] : [])

/** For the student; empty when nothing grew. */
export function gainText({ intentos, minutos, plazo, hasta }: Gain): string {
  const parts = [...more(intentos, 'intento', 'intentos'), ...more(minutos, 'minuto', 'minutos')]
  if (plazo && parts.length === 0) parts.push('más plazo')
  if (parts.length === 0) return ''
  const until = hasta ? `hasta el ${formatInstant(hasta)}.` : ''
  if (parts.length > 1)
    return `Tienes más intentos y minutos\nTe dimos ${parts.join(' y ')}${until ? `, ${until}` : '.'}`
  return `Tienes ${parts[0]}${until && `\nVale ${until}`}`
}
