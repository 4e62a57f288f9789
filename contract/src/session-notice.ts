import type { SessionRow } from './catalogue.staff.ts'
import { quoted } from './texts.ts'

type Class = Pick<
  SessionRow,
  'nombre' | 'id_leccion' | 'fecha' | 'hora_inicio' | 'duracion' | 'enlace' | 'cancelada' | 'id_grupo' | 'grupo'
>

const momentOf = ({ fecha, hora_inicio }: Class) => `el ${fecha.split('-').reverse().join('/')} a las ${hora_inicio}`

const isMoved = (before: Class, now: Class) => before.fecha !== now.fecha || before.hora_inicio !== now.hora_inicio

/** Whether a student who knows only `before` would miss the class. */
export const concernsStudents = (before: Class, now: Class): boolean =>
  isMoved(before, now) ||
  before.duracion !== now.duracion ||
  before.enlace !== now.enlace ||
  before.id_grupo !== now.id_grupo ||
  before.cancelada

/** Those who lose the class read it too. */
const groupChange = (before: Class, now: Class) =>
  before.id_grupo !== now.id_grupo &&
  (now.grupo === null ? 'de grupo (ahora es para todos)' : `de grupo (ahora es de ${quoted(now.grupo)})`)

const groupText = (before: Class, now: Class): string => {
  const change = groupChange(before, now)
  return change ? ` Cambió ${change}.` : ''
}

function changesOf(before: Class, now: Class): string {
  const parts = [
    before.nombre !== now.nombre && `de nombre (antes ${quoted(before.nombre)})`,
    before.id_leccion !== now.id_leccion && 'de lección',
    before.duracion !== now.duracion && `de duración (${now.duracion} min)`,
    before.enlace !== now.enlace && 'de enlace',
    groupChange(before, now),
  ].filter((part) => part !== false)
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}` : parts.join('')
}

const following = (more: number) => (more > 1 ? `las ${more} siguientes` : 'la siguiente')

/** `09/03 18:00`. */
const shortMoment = ({ fecha, hora_inicio }: Class) => `${fecha.slice(8)}/${fecha.slice(5, 7)} ${hora_inicio}`

function seriesText(before: Class, now: Class): string {
  const moment = `${momentOf(now)}, hora de Lima`
  if (now.cancelada) return `Se cancelaron tus clases\nDesde ${moment}.`
  if (before.cancelada) return `Tus clases vuelven a darse\nLa primera es ${moment}.`
  if (isMoved(before, now))
    return `Tus clases cambiaron de fecha\nLa primera ahora es ${moment}. Antes era ${momentOf(before)}.${groupText(before, now)}`
  // The others retain their lessons.
  const changes = changesOf(before, { ...now, id_leccion: before.id_leccion })
  return changes
    ? `Tus clases cambiaron\nCambiaron ${changes}. La primera sigue siendo ${moment}.`
    : `Tus clases siguen igual\nLa primera es ${moment}.`
}

function classText(before: Class, now: Class): string {
  const moment = `${momentOf(now)}, hora de Lima`
  if (now.cancelada) return `Se canceló tu clase\nEra ${moment}.`
  if (before.cancelada) return `Tu clase vuelve a darse\nEs ${moment}.`
  if (isMoved(before, now))
    return `Tu clase ahora es ${shortMoment(now)}\nEs ${moment}. Antes era ${momentOf(before)}.${groupText(before, now)}`
  const changes = changesOf(before, now)
  return changes ? `Tu clase cambió\nCambió ${changes}. Sigue siendo ${moment}.` : `Tu clase sigue igual\nEs ${moment}.`
}

/** What its students read; `more` classes of its series changed with it. */
export const sessionNotice = (before: Class, now: Class, more = 0): { mensaje: string; asunto: string } =>
  more > 0
    ? { mensaje: seriesText(before, now), asunto: `${now.nombre} y ${following(more)}` }
    : { mensaje: classText(before, now), asunto: now.nombre }
