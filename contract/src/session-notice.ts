import type { SessionRow } from './catalogue.staff.ts'
import { quoted } from './texts.ts'

type Class = Pick<SessionRow, 'nombre' | 'id_leccion' | 'fecha' | 'hora_inicio' | 'duracion' | 'enlace' | 'cancelada'>

const momentOf = ({ fecha, hora_inicio }: Class) => `el ${fecha.split('-').reverse().join('/')} a las ${hora_inicio}`

const isMoved = (before: Class, now: Class) => before.fecha !== now.fecha || before.hora_inicio !== now.hora_inicio

/** Whether a student who knows only `before` would miss the class. */
export const concernsStudents = (before: Class, now: Class): boolean =>
  isMoved(before, now) || before.duracion !== now.duracion || before.enlace !== now.enlace || before.cancelada

function changesOf(before: Class, now: Class): string {
  const parts = [
    before.nombre !== now.nombre && `de nombre (antes ${quoted(before.nombre)})`,
    before.id_leccion !== now.id_leccion && 'de lección',
    before.duracion !== now.duracion && `de duración (${now.duracion} min)`,
    before.enlace !== now.enlace && 'de enlace',
  ].filter((part) => part !== false)
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}` : parts.join('')
}

const following = (more: number) => (more > 1 ? `las ${more} siguientes` : 'la siguiente')

function seriesNotice(before: Class, now: Class, more: number): string {
  const names = `${quoted(now.nombre)} y ${following(more)}`
  const moment = `${momentOf(now)}, hora de Lima`
  if (now.cancelada) return `Se cancelaron la clase ${names}, desde ${moment}.`
  if (before.cancelada) return `La clase ${names} ya no están canceladas: la primera es ${moment}.`
  if (isMoved(before, now))
    return `La clase ${names} cambiaron: la primera ahora es ${moment}. Antes era ${momentOf(before)}.`
  // The others retain their lessons.
  const changes = changesOf(before, { ...now, id_leccion: before.id_leccion })
  return changes
    ? `La clase ${names} cambiaron ${changes}. La primera sigue siendo ${moment}.`
    : `La clase ${names} siguen igual: la primera es ${moment}.`
}

/** `more` classes of its series changed with it. */
export function sessionNotice(before: Class, now: Class, more = 0): string {
  if (more > 0) return seriesNotice(before, now, more)
  const name = quoted(now.nombre)
  const moment = `${momentOf(now)}, hora de Lima`
  if (now.cancelada) return `Se canceló la clase ${name} d${momentOf(now)}, hora de Lima.`
  if (before.cancelada) return `La clase ${name} ya no está cancelada: es ${moment}.`
  if (isMoved(before, now)) return `La clase ${name} cambió: ahora es ${moment}. Antes era ${momentOf(before)}.`
  const changes = changesOf(before, now)
  return changes ? `La clase ${name} cambió ${changes}. Sigue siendo ${moment}.` : `La clase ${name} es ${moment}.`
}
