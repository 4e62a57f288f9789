import { createHash } from 'node:crypto'
import { certificateCode } from '@campus/contract/codes'
import { firstLetter } from '@campus/contract/names'
import { shadesOf } from '@campus/contract/palette'
import { type AppManifest, ICON_FILES, type IconFile } from '@campus/contract/sharing'
import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { drawPicture, readPicture } from '../../kit/pictures/pictures.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { findBrand, type StoredBrand } from '../brands/brands.ts'
import { PRICE, REGULAR_PRICE } from '../catalogue/catalogue.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { VERIFICATIONS } from '../certificates/certificates.ts'
import { type Card, drawCard } from './cards.ts'
import { drawIcon } from './icons.ts'

const DRAWINGS = limit('dibujo_direccion', 120, 60)

/** A drawn file; `etag` is the hash of what is drawn, so that it is known without drawing. */
export type Drawing = { etag: string; draw: () => Promise<Buffer> }

/** Changes with the design of icons and cards. */
const DESIGN = 3

/** Drawn files by the hash of their content: about a hundred cards. */
const drawn = new LRUCache<string, Promise<Buffer>>({ max: 120 })

/** Guests share these throttles, because a new address costs a drawing. */
function drawing(db: Db, ip: string, content: unknown, draw: () => Promise<Buffer>): Drawing {
  const etag = createHash('sha256')
    .update(JSON.stringify([DESIGN, content]))
    .digest('base64url')
    .slice(0, 22)
  return {
    etag: `"${etag}"`,
    async draw() {
      const known = drawn.get(etag)
      if (known) return known
      await throttle(db, DRAWINGS, ip)
      const made = drawPicture(draw)
      drawn.set(etag, made)
      // A failed drawing is drawn again at the next request.
      made.catch(() => drawn.delete(etag))
      return made
    },
  }
}

/** In the brand also where the cookie of a visit names another, unless its host name says so. */
const inBrand = ({ dominios, slug }: StoredBrand, path: string) =>
  dominios.length > 0 ? path : `${path}?marca=${slug}`

/** Installs this brand's campus; icons of one content have one address. */
export async function manifestOf(db: Db, id: number): Promise<AppManifest> {
  const brand = await findBrand(db, id)
  return {
    id: inBrand(brand, '/inicio'),
    name: brand.nombre,
    short_name: brand.nombre,
    description: brand.lema || brand.nombre,
    lang: 'es-PE',
    start_url: inBrand(brand, '/inicio'),
    scope: '/',
    display: 'standalone',
    theme_color: shadesOf(brand.color_primario)[6],
    background_color: '#ffffff',
    icons: ICON_FILES.filter((file) => Number.parseInt(file, 10) >= 192).map((file) => {
      const size = Number.parseInt(file, 10)
      return {
        src: `/api/clientes/${id}/iconos/${file}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: file.includes('maskable') ? 'maskable' : 'any',
      }
    }),
    shortcuts: [
      { name: 'Mis cursos', url: inBrand(brand, '/miscursos') },
      { name: 'Calendario', url: inBrand(brand, '/calendario') },
    ],
  }
}

/** @throws NO_ENCONTRADO */
export async function iconOf(db: Db, storage: Storage, ip: string, id: number, file: IconFile): Promise<Drawing> {
  const brand = await findBrand(db, id)
  const content = [file, brand.isotipo, brand.color_primario, firstLetter(brand.nombre)]
  return drawing(db, ip, content, async () => drawIcon(brand, await readPicture(storage, brand.isotipo), file))
}

type Pictures = { storage: Storage; imagen: string | null; isotipo: string | null }

function cardDrawing(db: Db, ip: string, card: Card, { storage, imagen, isotipo }: Pictures): Drawing {
  return drawing(db, ip, [card, imagen, isotipo], async () =>
    drawCard(card, { mark: await readPicture(storage, isotipo), picture: await readPicture(storage, imagen) }),
  )
}

const colours = ({ nombre, color_primario, color_acento }: StoredBrand) => ({ nombre, color_primario, color_acento })

type CourseRow = {
  nombre: string
  nivel: string
  centimos: number
  regular: number | null
  imagen: string | null
  marca: number
  docentes: string[]
}

const soles = (centimos: number) => (centimos === 0 ? 'Gratis' : `S/ ${(centimos / 100).toFixed(2)}`)

const teachersLine = ([first, ...others]: string[]) =>
  first ? `Con ${first}${others.length > 0 ? ` y ${others.length} más` : ''}` : ''

/** @throws NO_ENCONTRADO for an unknown or withdrawn course */
export async function courseCard(db: Db, storage: Storage, ip: string, id: number): Promise<Drawing> {
  const [course] = await query<CourseRow>(
    db,
    sql`SELECT c.nombre, c.nivel, (${sql.raw(PRICE)})::int AS centimos, (${sql.raw(REGULAR_PRICE)})::int AS regular, c.imagen, c.id_cliente AS marca,
      ARRAY(SELECT split_part(u.nombres, ' ', 1) || ' ' || u.apellidos FROM curso_docentes cd
        JOIN usuarios u ON u.id = cd.id_usuario AND u.estado = 1 WHERE cd.id_curso = c.id ORDER BY cd.orden, u.id LIMIT 4) AS docentes
      FROM cursos c WHERE c.id = ${id} AND c.estado = 1`,
  )
  if (!course) throw fail('NO_ENCONTRADO')
  const brand = await findBrand(db, course.marca)
  const card = {
    marca: colours(brand),
    antetitulo: `Curso en línea · ${course.nivel}`,
    titulo: course.nombre,
    detalle: teachersLine(course.docentes),
    sello: soles(course.centimos),
    tachado: course.regular === null ? '' : soles(course.regular),
  }
  return cardDrawing(db, ip, card, { storage, imagen: course.imagen, isotipo: brand.isotipo })
}

/** For a brand's landing page. @throws NO_ENCONTRADO */
export async function brandCard(db: Db, storage: Storage, ip: string, id: number): Promise<Drawing> {
  const brand = await findBrand(db, id)
  const card = {
    marca: colours(brand),
    antetitulo: 'Cursos en línea',
    titulo: brand.lema || brand.nombre,
    detalle: '',
    sello: 'Ver cursos',
  }
  return cardDrawing(db, ip, card, { storage, imagen: null, isotipo: brand.isotipo })
}

/** Without the referrer's name, because codes can be guessed. @throws NO_ENCONTRADO */
export async function invitationCard(db: Db, storage: Storage, ip: string, id: number): Promise<Drawing> {
  const brand = await findBrand(db, id)
  const percent = brand.descuento_referido
  const card = {
    marca: colours(brand),
    antetitulo: 'Tienes una invitación',
    titulo: percent > 0 ? `${percent} % menos en tu compra` : `Estudia en ${brand.nombre}`,
    detalle: brand.lema,
    sello: 'Usar mi invitación',
  }
  return cardDrawing(db, ip, card, { storage, imagen: null, isotipo: brand.isotipo })
}

/** What its public page shows. @throws CERTIFICADO_NO_DISPONIBLE also for a revoked one, DEMASIADOS_INTENTOS */
export async function certificateCard(db: Db, storage: Storage, ip: string, codigo: string): Promise<Drawing> {
  await throttle(db, VERIFICATIONS, ip)
  const code = certificateCode(codigo)
  if (!code) throw fail('CERTIFICADO_NO_DISPONIBLE')
  const [row] = await db.select().from(certificados).where(eq(certificados.codigo_certificado, code))
  if (row?.estado !== 'vigente') throw fail('CERTIFICADO_NO_DISPONIBLE')
  const [course] = await query<{ marca: number }>(
    db,
    sql`SELECT id_cliente AS marca FROM cursos WHERE id = ${row.id_curso}`,
  )
  const brand = await findBrand(db, course?.marca ?? 0)
  const card = {
    marca: colours(brand),
    antetitulo: 'Certificado verificable',
    titulo: row.alumno,
    detalle: row.modulo ?? row.curso,
    sello: '',
  }
  return cardDrawing(db, ip, card, { storage, imagen: null, isotipo: brand.isotipo })
}
