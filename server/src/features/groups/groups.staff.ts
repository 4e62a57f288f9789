import {
  type GroupBody,
  type GroupRow,
  type GroupsQuery,
  MAX_OPEN_GROUPS,
  type NewGroup,
} from '@campus/contract/groups.staff'
import { type SQL, sql } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import { type List, listRows, matchesWords } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, lock, query, sentBefore } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { grupos } from '../catalogue/catalogue.tables.ts'
import { freePlaces, heldPlaces, lockGroups, OPEN_GROUP, OVER_LIMIT, TAKEN } from './groups.ts'

const FROM = sql.raw('grupos g JOIN cursos c ON c.id = g.id_curso')

const COLUMNS = sql`g.id, g.id_curso, c.nombre AS curso, g.nombre, g.horario, g.inicio, g.fin, g.aforo, g.id_docente,
  (SELECT trim(d.nombres || ' ' || d.apellidos) FROM usuarios d WHERE d.id = g.id_docente) AS docente,
  ${TAKEN} AS ocupadas, ${heldPlaces()} AS apartadas, ${freePlaces()} AS libres, g.en_venta,
  g.cerrado_en IS NOT NULL AS cerrado, ${OPEN_GROUP} AS abierto, g.version, g.creado_en`

const STATES = { abierto: OPEN_GROUP, cerrado: sql`NOT ${OPEN_GROUP}`, pasado: OVER_LIMIT }

type Filters = Pick<GroupsQuery, 'curso' | 'docente' | 'estado'>

const GROUPS: List<Filters> = {
  from: FROM,
  id: sql.raw('g.id'),
  columns: COLUMNS,
  sorts: {
    creado: { by: sql.raw('g.creado_en'), type: 'timestamptz' },
    nombre: { by: alphabetical(sql.raw('g.nombre')), type: 'text' },
  },
  defaultSort: '-creado',
  search: (q) => matchesWords(sql.raw(`sin_acentos(g.nombre || ' ' || c.nombre)`), q),
  filters: {
    curso: (id) => sql`g.id_curso = ${id}`,
    docente: (id) => sql`g.id_docente = ${id}`,
    estado: (estado) => STATES[estado],
  },
}

/** Of the courses whose students the caller may see. */
const inReach = (identity: Identity): SQL =>
  sql`c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'alumnos.ver')}`

/** A page of groups with their places (docs/product/staff.md 20). @throws DATOS_INVALIDOS */
export const listGroups = (db: Db, identity: Identity, asked: GroupsQuery) =>
  listRows<GroupRow, Filters>(db, GROUPS, asked, inReach(identity))

/** @throws NO_ENCONTRADO */
async function groupOf(db: Db, { id_cliente }: Identity, id: number): Promise<GroupRow> {
  const [row] = await query<GroupRow>(
    db,
    sql`SELECT ${COLUMNS} FROM ${FROM} WHERE g.id = ${id} AND c.id_cliente = ${id_cliente}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** @throws DATOS_INVALIDOS */
async function checkTeacher(tx: Db, { id_cliente }: Identity, id: number | null): Promise<void> {
  if (id === null) return
  const [teacher] = await query(
    tx,
    sql`SELECT u.id FROM usuarios u JOIN roles_personal r ON r.id_usuario = u.id AND r.rol = 'docente'
      WHERE u.id = ${id} AND u.id_cliente = ${id_cliente} AND u.estado = 1`,
  )
  if (!teacher) throw invalid('id_docente', 'Elige un docente de la academia.')
}

/** Names without case and accents. @throws DATOS_INVALIDOS */
async function checkName(tx: Db, idCurso: number, nombre: string, id = 0): Promise<void> {
  const [other] = await query(
    tx,
    sql`SELECT g.id FROM grupos g WHERE g.id_curso = ${idCurso} AND sin_acentos(g.nombre) = sin_acentos(${nombre}) AND g.id <> ${id}`,
  )
  if (other) throw invalid('nombre', 'El curso ya tiene un grupo con ese nombre.')
}

/** @throws DATOS_INVALIDOS */
async function checkOpenGroups(tx: Db, idCurso: number): Promise<void> {
  const [open] = await query<{ grupos: number }>(
    tx,
    sql`SELECT count(*)::int AS grupos FROM grupos g WHERE g.id_curso = ${idCurso} AND ${OPEN_GROUP}`,
  )
  if ((open?.grupos ?? 0) >= MAX_OPEN_GROUPS)
    throw invalid('nombre', `Un curso tiene hasta ${MAX_OPEN_GROUPS} grupos abiertos: cierra los que terminaron.`)
}

/** A group on sale is what buyers choose from, as the price. @throws DATOS_INVALIDOS */
function checkSale(identity: Identity, before: boolean, next: boolean): void {
  if (before !== next && !can(identity, 'catalogo'))
    throw invalid('en_venta', 'Lo decide quien pone los precios del curso.')
}

/** The course, whose groups are made and named one after the other. @throws DATOS_INVALIDOS */
async function lockCourse(tx: Db, { id_cliente }: Identity, id: number): Promise<void> {
  const [course] = await query(tx, sql`SELECT c.id FROM cursos c WHERE c.id = ${id} AND c.id_cliente = ${id_cliente}`)
  if (!course) throw invalid('id_curso', 'Elige un curso de la academia.')
  await lock(tx, 'grupos', id)
}

/** A repeated request finds the group of the first. @throws DATOS_INVALIDOS */
export async function createGroup(db: Db, identity: Identity, body: NewGroup): Promise<GroupRow> {
  const { id_curso, nombre, horario, inicio, fin, aforo, id_docente, en_venta, envio } = body
  return db.transaction(async (tx) => {
    const before = await sentBefore(tx, grupos, identity.id, envio)
    if (before) return groupOf(tx, identity, before)
    await lockCourse(tx, identity, id_curso)
    await checkName(tx, id_curso, nombre)
    await checkOpenGroups(tx, id_curso)
    await checkTeacher(tx, identity, id_docente)
    checkSale(identity, false, en_venta)
    const values = { id_curso, nombre, horario, inicio, fin, aforo, id_docente, en_venta, envio }
    const [made] = await tx
      .insert(grupos)
      .values({ ...values, id_usuario: identity.id })
      .returning({ id: grupos.id })
    if (!made) throw new Error('the group was not inserted')
    const group = await groupOf(tx, identity, made.id)
    const detalle = { hecho: 'grupo creado', nombre, curso: group.curso, plazas: aforo, en_venta }
    await audit(tx, 'gestion', { objeto: `grupo:${made.id}`, detalle })
    return group
  })
}

const NAMES = {
  nombre: 'nombre',
  horario: 'horario',
  inicio: 'inicio',
  fin: 'fin',
  aforo: 'vacantes',
  docente: 'docente',
  en_venta: 'en venta',
  cerrado: 'cerrado',
} as const

function said(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return value === null || value === '' ? 'nada' : String(value)
}

/** `vacantes: de 20 a 25` */
const changesOf = (before: GroupRow, now: GroupRow): string[] =>
  (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((field) => before[field] !== now[field])
    .map((field) => `${NAMES[field]}: de ${said(before[field])} a ${said(now[field])}`)

/** @throws DATOS_INVALIDOS below what is taken or held, unless the limit rises */
function checkPlaces({ aforo: before, ocupadas, apartadas }: GroupRow, aforo: number | null): void {
  const used = ocupadas + apartadas
  if (aforo === null || aforo >= used || (before !== null && aforo >= before)) return
  throw invalid(
    'aforo',
    `Ya hay ${used} ${used === 1 ? 'vacante ocupada o apartada' : 'vacantes ocupadas o apartadas'}.`,
  )
}

/** Saves over the version that was read. @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, DATOS_INVALIDOS */
export async function saveGroup(db: Db, identity: Identity, id: number, body: GroupBody): Promise<GroupRow> {
  const { nombre, horario, inicio, fin, aforo, id_docente, cerrado, version } = body
  const objeto = `grupo:${id}`
  return db.transaction(async (tx) => {
    const { id_curso } = await groupOf(tx, identity, id)
    await lock(tx, 'grupos', id_curso)
    await lockGroups(tx, identity.id_cliente, [id])
    const before = await groupOf(tx, identity, id)
    if (before.version !== version)
      throw fail('CAMBIO_MIENTRAS', {
        actual: { datos: before, version: before.version, ...(await lastEdit(tx, objeto)) },
      })
    await checkName(tx, id_curso, nombre, id)
    if (before.cerrado && !cerrado) await checkOpenGroups(tx, id_curso)
    if (id_docente !== before.id_docente) await checkTeacher(tx, identity, id_docente)
    checkPlaces(before, aforo)
    const en_venta = body.en_venta && !cerrado
    if (!cerrado) checkSale(identity, before.en_venta, en_venta)
    await tx.execute(sql`UPDATE grupos SET nombre = ${nombre}, horario = ${horario}, inicio = ${inicio}::date, fin = ${fin}::date,
      aforo = ${aforo}::int, id_docente = ${id_docente}::bigint, en_venta = ${en_venta},
      cerrado_en = CASE WHEN ${cerrado}::boolean THEN coalesce(cerrado_en, now()) END, version = version + 1 WHERE id = ${id}`)
    const now = await groupOf(tx, identity, id)
    const cambios = changesOf(before, now)
    if (cambios.length > 0)
      await audit(tx, 'gestion', { objeto, detalle: { hecho: 'grupo cambiado', nombre, curso: now.curso, cambios } })
    return now
  })
}
