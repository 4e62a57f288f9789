import type { AttendanceRow, AttendanceState, MarkBody } from '@campus/contract/attendance.staff'
import { storedList } from '../../lib/storage'

/** A mark that the server does not have yet. */
export type Mark = MarkBody & { id_usuario: number }

export type Seen = Pick<AttendanceRow, 'id_usuario' | 'id_asistencia' | 'estado'>

const STATES: readonly unknown[] = ['no', 'abierta', 'cerrada'] satisfies AttendanceState[]

/** A second press replaces the first one's mark; what the server showed before both stays. */
export function addMark(marks: readonly Mark[], row: Seen, estado: AttendanceState): Mark[] {
  const { id_usuario, id_asistencia } = row
  const earlier = marks.find((mark) => mark.id_usuario === id_usuario)
  const antes = earlier?.antes ?? { id_asistencia, estado: row.estado }
  return [...marks.filter((mark) => mark !== earlier), { id_usuario, estado, antes }]
}

/** What the server has now answers the mark that was sent; one that was made meanwhile goes on from there. */
export function answered(marks: readonly Mark[], sent: Mark, now: Seen): Mark[] {
  return marks.flatMap((mark) => {
    if (mark.id_usuario !== sent.id_usuario) return [mark]
    if (mark.estado === sent.estado) return []
    return [{ ...mark, antes: { id_asistencia: now.id_asistencia, estado: now.estado } }]
  })
}

/** The rows as they will be once every mark has arrived. */
export function withMarks(rows: readonly AttendanceRow[], marks: readonly Mark[]): AttendanceRow[] {
  const states = new Map(marks.map(({ id_usuario, estado }) => [id_usuario, estado]))
  return rows.map((row) => ({ ...row, estado: states.get(row.id_usuario) ?? row.estado }))
}

export const attends = (estado: AttendanceState) => (estado === 'cerrada' ? 1 : 0)

/** How many more attend than the server knows. */
export const moreAttending = (marks: readonly Mark[]): number =>
  marks.reduce((sum, { estado, antes }) => sum + attends(estado) - attends(antes.estado), 0)

function isMark(value: unknown): value is Mark {
  const mark = value as Partial<Mark> | null
  const id = mark?.antes?.id_asistencia
  return (
    Number.isSafeInteger(mark?.id_usuario) &&
    STATES.includes(mark?.estado) &&
    STATES.includes(mark?.antes?.estado) &&
    (id === null || Number.isSafeInteger(id))
  )
}

/** The marks that this device stored. */
export const parseMarks = (text: string | null): Mark[] => storedList(text, isMark)
