import { join } from 'node:path'
import { scopeOf } from '@campus/contract/permissions'
import { FORUM_TYPES, MAX_FORUM_DESCRIPTION, MAX_FORUM_TITLE } from '@campus/contract/rules'
import sharp from 'sharp'
import { z } from 'zod'
import type { Assets } from './assets.ts'
import type { Course } from './course.ts'
import { line, prose } from './fields.ts'
import type { Folder } from './folder.ts'
import { checkLinks } from './markdown.ts'
import type { Person } from './people.ts'
import type { Checked, Reader } from './reader.ts'

const MINUTE = 60_000
const mail = line(254).toLowerCase()
const text = prose(20_000)

/** A duration such as `12d`, `3h` or `1d 4h 30m`, in milliseconds. */
export const duration = z
  .string()
  .regex(/^(?=.)(\d{1,4}d)?( ?\d{1,3}h)?( ?\d{1,4}m)?$/, 'se escribe como 12d, 3h, 45m o 1d 4h')
  .transform((text) => {
    const count = (letter: string) => Number(text.match(new RegExp(`(\\d+)${letter}`))?.[1] ?? 0)
    return ((count('d') * 24 + count('h')) * 60 + count('m')) * MINUTE
  })

/** `tras` is the delay after the parent, `gusta` the number of likes. */
export type Reply = {
  autor: string
  tras: number
  texto: string
  gusta: number
  solucion: boolean
  respuestas: Reply[]
}

const reply = z.strictObject({
  autor: mail,
  tras: duration,
  texto: text,
  gusta: z.int().min(0).max(1000).default(0),
  solucion: z.boolean().default(false),
  get respuestas(): z.ZodType<Reply[]> {
    return z.array(reply).max(200).default([]) as z.ZodType<Reply[]>
  },
})

const forum = z
  .strictObject({
    tipo: z.enum(FORUM_TYPES),
    curso: z.string().optional(),
    modulo: z.string().optional(),
    titulo: line(MAX_FORUM_TITLE),
    descripcion: prose(MAX_FORUM_DESCRIPTION).default(''),
    autor: mail,
    contenido: text,
    fijado: z.boolean().default(false),
    hace: duration.default(0),
    vistas: z.int().min(0).max(1_000_000).default(0),
    respuestas: z.array(reply).max(200).default([]),
  })
  .refine(({ tipo, curso }) => (tipo === 'general') === (curso === undefined), {
    path: ['curso'],
    error: 'lo llevan los foros de curso y de módulo, y solo ellos',
  })
  .refine(({ tipo, modulo }) => (tipo === 'modulo') === (modulo !== undefined), {
    path: ['modulo'],
    error: 'lo llevan los foros de módulo, y solo ellos',
  })

/** foros.yaml */
const ForumsFile = z.strictObject({ foros: z.array(forum).max(200) })
type File = z.output<typeof ForumsFile>

/** Pictures in texts are paths in the academy's folder. */
export type ForumEntry = File['foros'][number] & { lectores: string[] }

/** `sizes` has the size attributes of pictures, by path in the academy's folder. */
export type BrandForums = { slug: string; foros: ForumEntry[]; sizes: Map<string, string> }

type Context = { folder: Folder; reader: Reader; assets: Assets; demo: boolean; people: Person[] }
type Brand = { slug: string; cursos: Course[] }

/** `![alt](path)`, relative to the brand's folder. */
export const PICTURE = /!\[([^\]]*)\]\(([^)\s]+)\)/g
/** `@[mail]` */
export const MENTION = /@\[([^\]\s]+)\]/g

type Complaint = (path: PropertyKey[], reason: string) => void

/** Everyone of the brand for a general forum, otherwise the students and staff of the course. */
function readersOf({ curso }: File['foros'][number], brand: Brand, people: Person[]): string[] {
  const course = brand.cursos.find(({ clave }) => clave === curso)
  return people
    .filter(({ marca }) => marca === brand.slug)
    .filter(({ roles, correo, matriculas }) => {
      if (!curso || roles.some((role) => scopeOf([role], 'moderar') === 'marca')) return true
      if (roles.includes('docente')) return course?.docentes.includes(correo)
      return matriculas.some((matricula) => matricula.curso === curso)
    })
    .map(({ correo }) => correo)
}

function checkPlace({ curso, modulo }: File['foros'][number], brand: Brand, folder: Folder, wrong: Complaint): void {
  if (curso === undefined) return
  if (!folder.has(join(brand.slug, 'cursos', curso)))
    wrong(['curso'], `la marca ${brand.slug} no tiene el curso «${curso}»`)
  else if (modulo !== undefined && !folder.has(join(brand.slug, 'cursos', curso, modulo, 'modulo.yaml')))
    wrong(['modulo'], `el curso ${curso} no tiene el módulo «${modulo}»`)
}

/** Author and mentioned users must have access, and pictures must exist. */
async function checkText(
  { autor, texto }: { autor: string; texto: string },
  {
    readers,
    slug,
    assets,
    wrong,
    key,
  }: { readers: string[]; slug: string; assets: Assets; wrong: Complaint; key: string },
): Promise<void> {
  if (!readers.includes(autor)) wrong(['autor'], `«${autor}» no puede escribir en este foro`)
  for (const [, whom = ''] of texto.matchAll(MENTION))
    if (!readers.includes(whom)) wrong([key], `«${whom}» no puede leer este foro`)
  checkLinks(texto.replace(PICTURE, ''), (_, reason) => wrong([key], reason))
  for (const [, , path = ''] of texto.matchAll(PICTURE)) {
    const reason = await assets.picture(join(slug, path))
    if (reason) wrong([key], reason)
  }
}

type Thread = {
  readers: string[]
  slug: string
  assets: Assets
  left: number
  complain: Complaint
  path: PropertyKey[]
}

/** Returns the number of solutions. */
async function checkReplies(replies: Reply[], thread: Thread): Promise<number> {
  let solutions = 0
  for (const [at, reply] of replies.entries()) {
    const path = [...thread.path, 'respuestas', at]
    const wrong: Complaint = (key, reason) => thread.complain([...path, ...key], reason)
    await checkText(reply, { ...thread, wrong, key: 'texto' })
    const left = thread.left - reply.tras
    if (left < 0) wrong(['tras'], 'caería en el futuro: suma más tiempo que el que lleva el foro')
    if (reply.gusta > thread.readers.length - 1)
      wrong(['gusta'], `solo ${thread.readers.length - 1} personas más pueden leer este foro`)
    solutions += (reply.solucion ? 1 : 0) + (await checkReplies(reply.respuestas, { ...thread, left, path }))
  }
  return solutions
}

/** Only the demo may contain replies and views. */
function checkInvented(entry: File['foros'][number], people: Person[], wrong: Complaint): void {
  if (entry.respuestas.length > 0 || entry.vistas > 0)
    wrong(['respuestas'], 'las respuestas y las vistas solo se cargan en la academia de demostración')
  if (people.some(({ correo, tipo_cliente }) => correo === entry.autor && tipo_cliente === 'Alumno'))
    wrong(['autor'], 'lo abre alguien del equipo')
}

async function checkForums({ value, wrong }: Checked<File>, brand: Brand, context: Context): Promise<ForumEntry[]> {
  const found: ForumEntry[] = []
  for (const [at, entry] of value.foros.entries()) {
    const complain: Complaint = (path, reason) => wrong(['foros', at, ...path], reason)
    checkPlace(entry, brand, context.folder, complain)
    if (!context.demo) checkInvented(entry, context.people, complain)
    const readers = readersOf(entry, brand, context.people)
    const common = { readers, slug: brand.slug, assets: context.assets }
    await checkText({ autor: entry.autor, texto: entry.contenido }, { ...common, wrong: complain, key: 'contenido' })
    const solutions = await checkReplies(entry.respuestas, { ...common, left: entry.hace, complain, path: [] })
    if (solutions > 1) complain(['respuestas'], 'un foro tiene una sola solución')
    found.push({ ...entry, lectores: readers })
  }
  return found
}

const textsOf = (replies: Reply[]): string[] =>
  replies.flatMap(({ texto, respuestas }) => [texto, ...textsOf(respuestas)])

/** Unreadable pictures were already reported. */
async function sizesOf(texts: string[], folder: Folder, slug: string): Promise<Map<string, string>> {
  const paths = new Set(texts.flatMap((text) => [...text.matchAll(PICTURE)].map(([, , path = '']) => join(slug, path))))
  const found = await Promise.all(
    [...paths].map(async (path): Promise<[string, string][]> => {
      const size = await sharp(folder.pathOf(path))
        .metadata()
        .catch(() => null)
      return size ? [[path, `width="${size.autoOrient.width}" height="${size.autoOrient.height}"`]] : []
    }),
  )
  return new Map(found.flat())
}

/** The file is optional. */
export async function readForums(brands: Brand[], context: Context): Promise<BrandForums[]> {
  const found: BrandForums[] = []
  for (const brand of brands) {
    const name = join(brand.slug, 'foros.yaml')
    const file = context.folder.has(name) ? context.reader.yaml(name, ForumsFile) : null
    if (!file) continue
    const texts = file.value.foros.flatMap(({ contenido, respuestas }) => [contenido, ...textsOf(respuestas)])
    const foros = await checkForums(file, brand, context)
    found.push({ slug: brand.slug, foros, sizes: await sizesOf(texts, context.folder, brand.slug) })
  }
  return found
}
