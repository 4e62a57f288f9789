import type { SessionRow } from '@campus/contract/catalogue.staff'
import { concernsStudents } from '@campus/contract/session-notice'
import { count } from '../../lib/format'
import { instantOf } from '../blocks/lima-field'

type Moment = Pick<SessionRow, 'fecha' | 'hora_inicio' | 'duracion'>

const hasEnded = ({ fecha, hora_inicio, duracion }: Moment, at: number) =>
  Date.parse(instantOf(`${fecha}T${hora_inicio}`) ?? '') + duracion * 60_000 < at

/** Whether telling the students is ticked until the person decides; no one waits for a class of the past. */
export function tellsByDefault(before: SessionRow, now: SessionRow, at = Date.now()): boolean {
  const isOver = hasEnded(before, at) && hasEnded(now, at)
  return before.alumnos > 0 && !isOver && (now.cancelada || concernsStudents(before, now))
}

/** The class with the students of those that change with it. */
export const heardBy = (session: SessionRow, following: SessionRow[]): SessionRow => ({
  ...session,
  alumnos: Math.max(session.alumnos, ...following.map(({ alumnos }) => alumnos)),
})

export const tellText = (students: number) => `Avisar a ${count(students, 'alumno', 'alumnos')}`
