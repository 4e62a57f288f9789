import type { z } from 'zod'
import type { Assets } from './assets.ts'
import { dayOf } from './dates.ts'
import { PeopleFile } from './format.ts'
import type { Checked, Reader } from './reader.ts'

type File = z.output<typeof PeopleFile>
type Entry = File['docentes'][number]
type Role = 'Alumno' | 'Docente' | 'Administrador'

/** A person of an academy, checked. */
export type Person = Omit<Entry, 'foto'> & {
  tipo_cliente: Role
  foto?: string
  matriculas: { curso: string; vence: string | null }[]
}

type Context = { reader: Reader; assets: Assets; today: string; demo: boolean }

const LISTS = [
  ['docentes', 'Docente'],
  ['administradores', 'Administrador'],
  ['alumnos', 'Alumno'],
] as const

/** Tells of what repeats: login names no brand, so a mail is one person's everywhere. */
function repeats(what: string) {
  const seen = new Set<string>()
  return (key: string | undefined, complain: (reason: string) => void) => {
    if (key !== undefined && seen.has(key)) complain(`${what} está repetido`)
    if (key !== undefined) seen.add(key)
  }
}

async function checkPhoto(entry: Entry, assets: Assets, complain: (reason: string) => void): Promise<void> {
  if (!entry.foto) return
  const reason = await assets.picture(entry.foto, 1)
  if (reason) complain(reason)
}

/**
 * Reads personas.yaml. Students come from files in the demo academy alone: a real academy's register themselves.
 * Null when there is no such file or it has mistakes.
 */
export async function readPeople({
  reader,
  assets,
  today,
  demo,
}: Context): Promise<{ people: Person[]; file: Checked<File> } | null> {
  const file = reader.yaml('personas.yaml', PeopleFile)
  if (!file) return null
  if (!demo && file.value.alumnos.length > 0)
    file.wrong(['alumnos'], 'los alumnos solo se cargan en la academia de demostración')
  const people: Person[] = []
  const mail = repeats('el correo')
  const document = repeats('el DNI')
  for (const [list, tipo_cliente] of LISTS) {
    for (const [at, entry] of file.value[list].entries()) {
      const wrong = (key: string) => (reason: string) => file.wrong([list, at, key], reason)
      mail(entry.correo, wrong('correo'))
      document(entry.numero_documento && `${entry.marca} ${entry.numero_documento}`, wrong('numero_documento'))
      await checkPhoto(entry, assets, wrong('foto'))
      const given = 'matriculas' in entry ? (entry as File['alumnos'][number]).matriculas : []
      const matriculas = given.map(({ curso, vence }) => ({ curso, vence: vence ? dayOf(vence, today) : null }))
      people.push({ ...entry, tipo_cliente, matriculas })
    }
  }
  return { people, file }
}

/** Checks that the people's brands and courses exist; `courses` are each brand's. */
export function checkPeople(file: Checked<File>, courses: Map<string, string[]>): void {
  for (const [list] of LISTS) {
    for (const [at, { marca }] of file.value[list].entries()) {
      if (!courses.has(marca)) file.wrong([list, at, 'marca'], `no existe la marca «${marca}»`)
    }
  }
  for (const [at, { marca, matriculas }] of file.value.alumnos.entries()) {
    const wrong = (n: number, reason: string) => file.wrong(['alumnos', at, 'matriculas', n, 'curso'], reason)
    for (const [n, { curso }] of matriculas.entries()) {
      if (!courses.get(marca)?.includes(curso)) wrong(n, `la marca ${marca} no tiene el curso «${curso}»`)
    }
  }
}
