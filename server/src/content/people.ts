import type { Role } from '@campus/contract/permissions'
import type { z } from 'zod'
import { kindOf } from '../features/accounts/roles.ts'
import type { Assets } from './assets.ts'
import { dayOf } from './dates.ts'
import { PeopleFile } from './format.ts'
import type { Checked, Reader } from './reader.ts'

type File = z.output<typeof PeopleFile>
type Entry = File['docentes'][number]

export type Person = Omit<Entry, 'foto'> & {
  tipo_cliente: ReturnType<typeof kindOf>
  /** Empty for students. */
  roles: Role[]
  foto?: string
  matriculas: { curso: string; vence: string | null }[]
  /** A mistake that only the database shows. */
  wrong: (key: string, reason: string) => void
}

type Context = { reader: Reader; assets: Assets; today: string; demo: boolean }

const LISTS = [
  ['docentes', ['docente']],
  ['administradores', ['marca']],
  ['plataforma', ['plataforma']],
  ['soporte', ['soporte']],
  ['caja', ['caja']],
  ['alumnos', []],
] satisfies [keyof File, Role[]][]

/** Logins name no brand, so mails are unique across brands. */
function uniqueCheck(what: string) {
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

/** Null when the file is missing or invalid. Only the demo may contain students; real ones register themselves. */
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
  const mail = uniqueCheck('el correo')
  const document = uniqueCheck('el DNI')
  for (const [list, roles] of LISTS) {
    for (const [at, entry] of file.value[list].entries()) {
      const report = (key: string, reason: string) => file.wrong([list, at, key], reason)
      const wrong = (key: string) => (reason: string) => report(key, reason)
      mail(entry.correo, wrong('correo'))
      document(entry.numero_documento && `${entry.marca} ${entry.numero_documento}`, wrong('numero_documento'))
      await checkPhoto(entry, assets, wrong('foto'))
      const enrolments = 'matriculas' in entry ? (entry as File['alumnos'][number]).matriculas : []
      const matriculas = enrolments.map(({ curso, vence }) => ({ curso, vence: vence ? dayOf(vence, today) : null }))
      people.push({ ...entry, tipo_cliente: kindOf(roles), roles, matriculas, wrong: report })
    }
  }
  return { people, file }
}

/** `courses` are the course keys by brand. */
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
