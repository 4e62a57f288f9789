import { join } from 'node:path'
import { limaClock } from '@campus/contract/formats'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { award, type PointEvent } from '../features/awards/awards.ts'
import { closeMonths, notifyWinners } from '../features/awards/closing.ts'
import type { FileText } from '../kit/documents/content-import.ts'
import { type Db, query } from '../platform/db/database.ts'
import type { Addresses, Assets } from './assets.ts'
import { instantOf } from './dates.ts'
import { line } from './fields.ts'
import type { Folder } from './folder.ts'
import type { Person } from './people.ts'
import type { Checked, Reader } from './reader.ts'

const prize = z.strictObject({
  premio: line(160),
  puesto: z.literal([1, 2, 3, 4, 11, 51], 'debe ser el primer puesto que lo gana: 1, 2, 3, 4, 11 o 51'),
  imagen: line().optional(),
})

const count = (most: number) => z.int().min(0).max(most).default(0)

/** What an invented student did: this month, and in lessons also the month before. */
const invented = z.strictObject({
  correo: line(254).toLowerCase(),
  lecciones: count(60),
  lecciones_mes_pasado: count(60),
  examenes: z.array(z.int().min(60).max(100)).max(20).default([]),
  certificados: count(20),
  foro: count(60),
  referidos: count(20),
})
type Invented = z.output<typeof invented>

/** premios.yaml */
const PrizesFile = z.strictObject({
  premios: z.array(prize).max(30).default([]),
  demostracion: z.array(invented).default([]),
})

/** A brand's prizes, pictures as paths in the academy's folder, and in the demo what its students did. */
export type BrandAwards = { slug: string } & z.output<typeof PrizesFile>

type Context = { folder: Folder; reader: Reader; assets: Assets; demo: boolean; people: Person[] }

async function checkPrizes(
  { value, wrong }: Checked<z.output<typeof PrizesFile>>,
  assets: Assets,
  slug: string,
): Promise<BrandAwards['premios']> {
  const checked: BrandAwards['premios'] = []
  for (const [at, entry] of value.premios.entries()) {
    const imagen = entry.imagen && join(slug, entry.imagen)
    const reason = imagen ? await assets.picture(imagen, 4 / 3) : null
    if (reason) wrong(['premios', at, 'imagen'], reason)
    checked.push({ ...entry, imagen })
  }
  return checked
}

function checkInvented({ value, wrong }: Checked<z.output<typeof PrizesFile>>, context: Context, slug: string): void {
  const { demostracion } = value
  if (!context.demo && demostracion.length > 0)
    wrong(['demostracion'], 'los puntos solo se cargan en la academia de demostración')
  for (const [at, { correo }] of demostracion.entries()) {
    const known = context.people.some((person) => person.correo === correo && person.marca === slug)
    if (!known) wrong(['demostracion', at, 'correo'], `la marca ${slug} no tiene a «${correo}»`)
  }
}

/** Reads each brand's premios.yaml, which need not be there, and notes its mistakes. */
export async function readAwards(slugs: string[], context: Context): Promise<BrandAwards[]> {
  const found: BrandAwards[] = []
  for (const slug of slugs) {
    const name = join(slug, 'premios.yaml')
    const file = context.folder.has(name) ? context.reader.yaml(name, PrizesFile) : null
    if (!file) continue
    checkInvented(file, context, slug)
    const { demostracion } = file.value
    found.push({ slug, premios: await checkPrizes(file, context.assets, slug), demostracion })
  }
  return found
}

export function prizesText(awards: BrandAwards | undefined, addresses: Addresses): FileText {
  const premios = (awards?.premios ?? []).map(({ premio, puesto, imagen }, at) => {
    return { id: `premio-${at + 1}`, premio, puesto, imagen: addresses.picture(imagen) }
  })
  return { objeto: 'premios', documento: { premios } }
}

type Activity = { id: number; nombre: string }
type Course = { id: number; correo: string; lecciones: Activity[]; examenes: Activity[]; modulos: Activity[] }

/** What there is to do in the students' courses, in order. */
const activitiesOf = (tx: Db, mails: string[]) =>
  query<Course>(
    tx,
    sql`
    WITH enrolled AS (
      SELECT u.id, lower(u.correo) AS correo, m.id_curso FROM usuarios u LEFT JOIN matriculas m ON m.id_usuario = u.id
      WHERE lower(u.correo) = ANY(${sql.param(mails)}::text[])
    )
    SELECT s.id, s.correo,
      coalesce((SELECT json_agg(json_build_object('id', l.id, 'nombre', l.titulo) ORDER BY mo.id_curso, mo.orden, l.orden)
        FROM enrolled x JOIN modulos mo ON mo.id_curso = x.id_curso JOIN lecciones l ON l.id_modulo = mo.id
        WHERE x.id = s.id), '[]') AS lecciones,
      coalesce((SELECT json_agg(json_build_object('id', e.id, 'nombre', e.nombre) ORDER BY e.id_curso, e.id)
        FROM enrolled x JOIN evaluaciones e ON e.id_curso = x.id_curso AND e.modelo = 1 WHERE x.id = s.id), '[]') AS examenes,
      coalesce((SELECT json_agg(json_build_object('id', mo.id, 'nombre', mo.nombre) ORDER BY mo.id_curso, mo.orden)
        FROM enrolled x JOIN modulos mo ON mo.id_curso = x.id_curso WHERE x.id = s.id), '[]') AS modulos
    FROM (SELECT DISTINCT id, correo FROM enrolled) s`,
  )

/** `items` instants spread evenly, none at the ends. */
const spread = (items: number, from: number, to: number): string[] =>
  Array.from({ length: items }, (_, at) => new Date(from + ((at + 1) * (to - from)) / (items + 1)).toISOString())

type Span = { past: number; start: number; now: number }

/** Awards as if the student had done lessons and exams of their own courses. */
function eventsOf(did: Invented, course: Course, { past, start, now }: Span): PointEvent[] {
  const usuario = course.id
  const { lecciones_mes_pasado: before } = did
  const lesson = ({ id, nombre }: Activity) =>
    ({ usuario, motivo: 'asistencia', clave: String(id), detalle: nombre }) as const
  const earlier = course.lecciones.slice(0, before).map(lesson)
  const recent: PointEvent[] = [
    ...course.lecciones.slice(before, before + did.lecciones).map(lesson),
    ...course.examenes.slice(0, did.examenes.length).map(
      ({ id, nombre }, at): PointEvent => ({
        usuario,
        motivo: 'examen',
        clave: String(id),
        detalle: nombre,
        puntos: did.examenes[at] ?? 0,
      }),
    ),
    ...course.modulos
      .slice(0, did.certificados)
      .map(
        ({ id, nombre }): PointEvent => ({ usuario, motivo: 'certificado', clave: `modulo:${id}`, detalle: nombre }),
      ),
    ...Array.from({ length: did.foro }, (_, n): PointEvent => {
      return { usuario, motivo: 'foro', clave: `demo:${n}`, detalle: 'Aporte en el foro de la academia' }
    }),
    ...Array.from({ length: did.referidos }, (_, n): PointEvent => {
      return { usuario, motivo: 'referido', clave: `demo:${n}`, detalle: 'Un amigo compró con tu código' }
    }),
  ]
  const times = [...spread(earlier.length, past, start), ...spread(recent.length, start, now)]
  return [...earlier, ...recent].map((event, at) => ({ ...event, cuando: times[at] }))
}

/** Awards of the demo students this month and the month before, which is then closed. */
async function invent(tx: Db, results: Invented[]): Promise<void> {
  if (results.length === 0) return
  const now = Date.now()
  const day = limaClock(now).slice(0, 10)
  const start = Date.parse(instantOf(`${day.slice(0, 8)}01`, '00:00'))
  const span = { past: start - 20 * 86_400_000, start, now }
  const byMail = new Map(results.map((did) => [did.correo, did]))
  const courses = await activitiesOf(tx, [...byMail.keys()])
  const events = courses.flatMap((course) => {
    const did = byMail.get(course.correo)
    return did ? eventsOf(did, course, span) : []
  })
  await award(tx, ...events)
  await closeMonths(tx, notifyWinners, day)
}

/** Of the demo. */
export async function writeActivity(tx: Db, awards: BrandAwards[]): Promise<void> {
  await invent(
    tx,
    awards.flatMap(({ demostracion }) => demostracion),
  )
}
