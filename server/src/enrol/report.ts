import type { Enrolled, Suspended } from '../features/learning/enrolling.ts'
import type { Listed } from './people.ts'

const until = (day: string | null) => (day ? `hasta el ${day}` : 'sin fecha de fin')

const TEXTS: Record<Enrolled['hecho'], (done: Enrolled) => string> = {
  matriculada: ({ hasta }) => `matriculada, ${until(hasta)}`,
  reabierta: ({ hasta }) => `matriculada otra vez, ${until(hasta)}`,
  ultimo_dia: ({ antes, hasta }) => `ya estaba matriculada; ahora ${until(hasta)}, antes ${until(antes)}`,
  sin_cambio: ({ hasta, renombrada }) => `ya estaba matriculada, ${until(hasta)}${renombrada ? '' : '; nada cambió'}`,
}

/** One line: names of before may have any character. */
const lineOf = ({ correo, nombre }: Enrolled | Suspended, text: string) =>
  `${correo} (${nombre.replace(/\p{C}+/gu, ' ')}): ${text}`

function enrolledLine(done: Enrolled, { guessed }: Listed): string {
  const invited = done.cuenta_nueva ? '; cuenta nueva, se le envía el enlace para crear su contraseña' : ''
  const name = done.cuenta_nueva && guessed ? '; su nombre se tomó del correo, y lo escribirá al entrar' : ''
  const renamed = done.renombrada ? '; su cuenta tiene ahora este nombre' : ''
  return lineOf(done, TEXTS[done.hecho](done) + invited + name + renamed)
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** A line for each person, and the sum. */
export function enrolledText(done: Enrolled[], people: Listed[]): string {
  const lines = done.flatMap((one, at) => {
    const person = people[at]
    return person ? [enrolledLine(one, person)] : []
  })
  const changed = done.filter(({ hecho }) => hecho !== 'sin_cambio').length
  const made = done.filter(({ cuenta_nueva }) => cuenta_nueva).length
  const sum = [
    count(done.length, 'persona', 'personas'),
    count(changed, 'matrícula cambió', 'matrículas cambiaron'),
    count(made, 'cuenta nueva', 'cuentas nuevas'),
  ]
  return [...lines, `Listo: ${sum.join(', ')}.`].join('\n')
}

const SUSPENDED: Record<Suspended['hecho'], string> = {
  suspendida: 'suspendida; lo que hizo en el curso se conserva',
  ya_suspendida: 'ya estaba suspendida; nada cambió',
  sin_matricula: 'no estaba matriculada; nada cambió',
}

export function suspendedText(done: Suspended[]): string {
  const lines = done.map((one) => {
    const bought = one.hecho === 'suspendida' && one.orden !== null
    return lineOf(
      one,
      SUSPENDED[one.hecho] + (bought ? `. La compró con la orden ${one.orden}: decide si devuelves el pago` : ''),
    )
  })
  const closed = done.filter(({ hecho }) => hecho === 'suspendida').length
  return [...lines, `Listo: ${count(closed, 'matrícula suspendida', 'matrículas suspendidas')}.`].join('\n')
}
