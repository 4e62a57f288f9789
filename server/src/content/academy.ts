import { join, resolve } from 'node:path'
import { MAX_COURSES } from '@campus/contract/course-limits'
import type { z } from 'zod'
import { type Assets, createAssets } from './assets.ts'
import { type BrandAwards, readAwards } from './awards.ts'
import { type BrandComments, readComments } from './comments.ts'
import { type Course, type CourseContext, readCourse } from './course.ts'
import { type Folder, openFolder } from './folder.ts'
import { BrandFile } from './format.ts'
import { type BrandForums, readForums } from './forums.ts'
import { checkPeople, type Person, readPeople } from './people.ts'
import { type BrandPrompts, readPrompts } from './prompts.ts'
import { type Checked, ContentError, createReader, type Reader, type Wrong } from './reader.ts'
import { checkLanding, type PageContent, readPages } from './storefront.ts'
import { findUnread } from './unread.ts'

type BrandEntry = z.output<typeof BrandFile>

/** Pictures are paths in the academy's folder. */
export type BrandContent = Omit<BrandEntry, 'categorias'> & {
  categorias: string[]
  slug: string
  cursos: Course[]
  paginas: PageContent[]
  /** A mistake that only the database shows. */
  wrong: Wrong
}

export type Academy = {
  brands: BrandContent[]
  people: Person[]
  awards: BrandAwards[]
  prompts: BrandPrompts[]
  forums: BrandForums[]
  comments: BrandComments[]
  assets: Assets
  /** @throws ContentError with the mistakes that were found in the database */
  check: () => void
}

type Options = {
  /** Day in Lima from which relative days count. */
  today: string
  /** Only demo academies may contain students. */
  demo?: boolean
}

const BANNER = 1600 / 560

async function checkPictures(checked: Checked<BrandEntry>, assets: Assets, slug: string): Promise<BrandEntry> {
  const { logo, isotipo, botones, firma } = checked.value
  async function place(path: string[], file: string | undefined, ratio?: number): Promise<string | undefined> {
    if (file === undefined) return undefined
    const reason = await assets.picture(join(slug, file), ratio)
    if (reason) checked.wrong(path, reason)
    return join(slug, file)
  }
  return {
    ...checked.value,
    logo: await place(['logo'], logo),
    isotipo: await place(['isotipo'], isotipo, 1),
    firma: firma && { ...firma, imagen: await place(['firma', 'imagen'], firma.imagen) },
    portada: await checkLanding(checked, assets, slug),
    botones: {
      ...botones,
      banner_uno: await place(['botones', 'banner_uno'], botones.banner_uno, BANNER),
      banner_dos: await place(['botones', 'banner_dos'], botones.banner_dos, BANNER),
    },
  }
}

function checkUnique(brands: { slug: string; checked: Checked<BrandEntry> }[]): void {
  const ids = new Set<number>()
  const hosts = new Set<string>()
  for (const { checked } of brands) {
    const { id, dominios } = checked.value
    if (id !== undefined && ids.has(id)) checked.wrong(['id'], `otra marca ya tiene el id ${id}`)
    if (id !== undefined) ids.add(id)
    for (const [at, host] of dominios.entries()) {
      if (hosts.has(host)) checked.wrong(['dominios', at], `el dominio ${host} está repetido`)
      hosts.add(host)
    }
  }
}

/** Of the courses, for a brand that lists none. */
const categoriesOf = (courses: Course[]): string[] => [
  ...new Set(['Cursos', ...courses.map(({ categoria }) => categoria)]),
]

async function readBrand(
  context: CourseContext,
  slug: string,
  checked: Checked<BrandEntry> | null,
): Promise<BrandContent | null> {
  const cursos: Course[] = []
  for (const clave of context.reader.names(join(slug, 'cursos'), 'folders')) {
    const course = await readCourse(context, join(slug, 'cursos', clave), clave)
    if (course) cursos.push(course)
  }
  if (cursos.filter(({ publicado }) => publicado).length > MAX_COURSES)
    checked?.wrong(['nombre'], `puede tener hasta ${MAX_COURSES} cursos publicados`)
  const paginas = readPages(context.reader, slug)
  const pictures = checked && (await checkPictures(checked, context.assets, slug))
  const categorias = pictures?.categorias ?? categoriesOf(cursos)
  return pictures && { ...pictures, categorias, slug, cursos, paginas, wrong: checked.wrong }
}

const ONE_BRAND = 'esta carpeta es la de una marca; usa la que la contiene'

function openBrands(folder: Folder, reader: Reader): { slug: string; checked: Checked<BrandEntry> | null }[] {
  const slugs = reader
    .names('.', 'folders')
    .filter((name) => folder.has(join(name, 'marca.yaml')) || folder.has(join(name, 'cursos')))
  const inside = folder.has('marca.yaml')
  if (slugs.length === 0)
    reader.wrong('.', 1, inside ? ONE_BRAND : 'no hay ninguna marca: una carpeta con su marca.yaml')
  for (const slug of slugs) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
      reader.wrong(slug, 1, 'el nombre de la carpeta lleva minúsculas, números y guiones')
  }
  return slugs.map((slug) => ({ slug, checked: reader.yaml(join(slug, 'marca.yaml'), BrandFile) }))
}

/** Validates an academy (docs/content-format.md), writes nothing. @throws ContentError with every mistake */
export async function readAcademy(place: string, { today, demo = false }: Options): Promise<Academy> {
  const folder = openFolder(resolve(place))
  const reader = createReader(folder)
  const assets = createAssets(folder)
  const opened = openBrands(folder, reader)
  checkUnique(opened.flatMap(({ slug, checked }) => (checked ? [{ slug, checked }] : [])))
  const read = folder.has('personas.yaml')
    ? await readPeople({ reader, assets, today, demo })
    : { people: [], file: null }
  const brands: BrandContent[] = []
  for (const { slug, checked } of opened) {
    const teachers = read?.people
      .filter((person) => person.roles.includes('docente') && person.marca === slug)
      .map(({ correo }) => correo)
    const context = {
      reader,
      assets,
      today,
      categories: checked?.value.categorias ?? null,
      teachers: teachers ?? null,
    }
    const brand = await readBrand(context, slug, checked)
    if (brand) brands.push(brand)
  }
  const courses = opened.map(({ slug }) => [slug, reader.names(join(slug, 'cursos'), 'folders')] as const)
  if (read?.file) checkPeople(read.file, new Map(courses))
  const people = read?.people ?? []
  const slugs = opened.map(({ slug }) => slug)
  const awards = await readAwards(slugs, { folder, reader, assets, demo, people })
  const prompts = readPrompts(slugs, folder, reader)
  const forums = await readForums(brands, { folder, reader, assets, demo, people })
  const comments = readComments(brands, { folder, reader, demo, people })
  // What a text names is known once all of them are read.
  if (reader.mistakes.length === 0) reader.mistakes.push(...findUnread(folder, { slugs, named: assets.named }))
  const check = () => {
    if (reader.mistakes.length > 0)
      throw new ContentError(reader.mistakes.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line))
  }
  check()
  return { brands, people, awards, prompts, forums, comments, assets, check }
}
