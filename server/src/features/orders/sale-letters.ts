import { formatLimaDate } from '@campus/contract/formats'
import { MEDIUM_NAMES, type Medium } from '@campus/contract/media'
import { shortNumber } from '@campus/contract/order-rules'
import { isolate } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { brandedLetter, greetingTo, type MailBrand } from '../../kit/mail-layout/mail-layout.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Letter } from '../../platform/mail.ts'
import { brandOfMail } from '../brands/brands.ts'
import { soles } from './money.ts'
import type { MovementKind } from './movements.tables.ts'
import { CAME_IN, CHARGED } from './orders.tables.ts'
import { type DayMail, RUNS_ACADEMY, type SaleMail, writtenOn } from './sale-mails.ts'

type Owner = { correo: string; nombres: string; id_cliente: number }

async function findOwner(db: Db, id: number): Promise<Owner | undefined> {
  const [owner] = await query<Owner>(
    db,
    sql`SELECT u.correo, u.nombres, u.id_cliente FROM usuarios u WHERE u.id = ${id} AND ${RUNS_ACADEMY}`,
  )
  return owner
}

type Sale = {
  numero: string
  comprador: string
  correo: string
  registro: string | null
  cobrado: number
  /** Of the whole sale, where it is paid in parts. */
  en_cuotas: { total: number; cuotas: number } | null
  medio: Medium
  operacion: string | null
  cursos: { nombre: string; centimos: number }[]
}

/** With what had come in when it was settled; a second payment is a story of its own. */
async function findSale(db: Db, id: number): Promise<Sale | undefined> {
  const [sale] = await query<Sale>(
    db,
    sql`WITH paid AS (SELECT m.* FROM movimientos m WHERE m.id_orden = ${id} AND ${CHARGED}
        AND m.id <= (SELECT min(s.id) FROM movimientos s WHERE s.id_orden = ${id} AND s.tipo = 'cobro' AND s.anulado_en IS NULL AND s.salda))
      SELECT o.numero, concat_ws(' ', u.nombres, u.apellidos) AS comprador, u.correo,
        (SELECT concat_ws(' ', s.nombres, s.apellidos) FROM usuarios s WHERE s.id = o.id_personal) AS registro,
        (SELECT jsonb_build_object('total', o.total_centimos, 'cuotas', count(*)) FROM cuotas q WHERE q.id_orden = o.id HAVING count(*) > 0) AS en_cuotas,
        (SELECT sum(centimos)::int FROM paid) AS cobrado, last.medio, last.operacion,
        (SELECT jsonb_agg(jsonb_build_object('nombre', l.nombre, 'centimos',
            (SELECT coalesce(sum(x.centimos), 0) FROM movimiento_lineas x JOIN paid ON paid.id = x.id_movimiento WHERE x.id_curso = l.id_curso))
          ORDER BY ${alphabetical(sql`l.nombre`)}) FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos
      FROM ordenes o JOIN usuarios u ON u.id = o.id_usuario
      CROSS JOIN LATERAL (SELECT medio, operacion FROM paid ORDER BY id DESC LIMIT 1) last WHERE o.id = ${id}`,
  )
  return sale
}

/** `Curso 1`, `Curso 1 y 2 más`. */
const shortCourses = (first: string, others: number): string => (others > 0 ? `${first} y ${others} más` : first)

const preferencesOf = (brand: MailBrand) => [
  { label: 'Cambiar qué correos de ventas recibo', url: brand.link('/notificaciones/preferencias') },
]

/** Null when there was no money, and for who no longer runs the academy. A repetition carries the same Message-ID. */
export async function saleLetter(
  db: Db,
  { id_orden, id_usuario }: SaleMail,
  publicUrl: string,
): Promise<Letter | null> {
  const [owner, sale] = [await findOwner(db, id_usuario), await findSale(db, id_orden)]
  if (!owner || !sale || sale.cobrado === 0) return null
  const brand = await brandOfMail(db, owner.id_cliente, publicUrl)
  const { numero, comprador, correo, registro, cobrado, en_cuotas: plan, medio, operacion, cursos } = sale
  const names = shortCourses(cursos[0]?.nombre ?? '', cursos.length - 1)
  return brandedLetter({
    brand,
    to: owner.correo,
    subject: `Venta de ${soles(cobrado)}: ${names}`,
    title: `Vendiste ${soles(cobrado)}`,
    greeting: greetingTo(owner.nombres),
    lines: [
      `${isolate(comprador)} (${correo}) compró ${cursos.length === 1 ? isolate(names) : `${cursos.length} cursos`}.`,
    ],
    facts: [
      { label: 'Orden', value: shortNumber(numero) },
      { label: 'Medio', value: MEDIUM_NAMES[medio] },
      ...(operacion === null ? [] : [{ label: 'Número de operación', value: operacion }]),
      ...(registro === null ? [] : [{ label: 'La registró', value: registro }]),
      ...(plan === null ? [] : [{ label: 'Venta', value: `${soles(plan.total)} en ${plan.cuotas} cuotas` }]),
    ],
    rows: cursos.map(({ nombre, centimos }) => ({ label: nombre, value: soles(centimos) })),
    totals: [{ label: 'Total', value: soles(cobrado) }],
    button: { label: 'Ver la orden', url: brand.link(`/gestion/ordenes/${numero}`) },
    links: preferencesOf(brand),
    messageId: `<venta-${numero}-${id_usuario}@${new URL(publicUrl).hostname}>`,
  })
}

type Line = {
  tipo: MovementKind
  numero: string
  comprador: string
  curso: string
  otros: number
  centimos: number
  fecha: string
  atrasada: boolean
}

const MAX_LINES = 40

/** Newest last, as the day went. */
const readLines = (db: Db, marca: number, dia: string) =>
  query<Line>(
    db,
    sql`SELECT m.tipo, o.numero, concat_ws(' ', u.nombres, u.apellidos) AS comprador, m.centimos, m.dia::text AS fecha,
        m.dia < ${dia}::date AS atrasada, l.curso, l.cuantos - 1 AS otros
      FROM movimientos m JOIN ordenes o ON o.id = m.id_orden JOIN usuarios u ON u.id = o.id_usuario
      CROSS JOIN LATERAL (SELECT min(l.nombre COLLATE "C") AS curso, count(*)::int AS cuantos FROM orden_lineas l WHERE l.id_orden = o.id) l
      WHERE m.id_cliente = ${marca} AND ${writtenOn(sql`${dia}`)} AND m.centimos <> 0 ORDER BY m.id LIMIT ${MAX_LINES}`,
  )

type Sum = { medio: Medium; cobros: number; cobrado: number; devuelto: number }

const readSums = (db: Db, marca: number, dia: string) =>
  query<Sum>(
    db,
    sql`SELECT m.medio, (count(*) FILTER (WHERE ${CHARGED}))::int AS cobros,
        coalesce(sum(m.centimos) FILTER (WHERE ${CAME_IN}), 0)::int AS cobrado,
        coalesce(sum(m.centimos) FILTER (WHERE NOT ${CAME_IN}), 0)::int AS devuelto
      FROM movimientos m WHERE m.id_cliente = ${marca} AND ${writtenOn(sql`${dia}`)} AND m.centimos <> 0 GROUP BY 1 ORDER BY 3 DESC, 1`,
  )

const signed = (centimos: number): string => (centimos < 0 ? `-${soles(-centimos)}` : soles(centimos))

const totalOf = (sums: Sum[], key: Exclude<keyof Sum, 'medio'>) => sums.reduce((total, sum) => total + sum[key], 0)

const KINDS: Record<MovementKind, (who: string, centimos: number) => string> = {
  cobro: (who) => who,
  devolucion: (who) => `Devolución a ${who}`,
  contracargo: (who) => `Contracargo de ${who}`,
  ajuste: (who, centimos) => (centimos < 0 ? `Venta anulada de ${who}` : `Corrección de una devolución a ${who}`),
}

function rowOf({ tipo, numero, comprador, curso, otros, centimos, fecha, atrasada }: Line, brand: MailBrand) {
  const late = atrasada ? ` (del ${formatLimaDate(`${fecha}T12:00:00-05:00`)})` : ''
  return {
    label: `${KINDS[tipo](isolate(comprador), centimos)}: ${shortCourses(isolate(curso), otros)}${late}`,
    value: signed(centimos),
    url: brand.link(`/gestion/ordenes/${numero}`),
  }
}

/** What came in, by medium when there were several, what went back, and what is left. */
function factsOf(sums: Sum[]) {
  const [cobrado, devuelto] = [totalOf(sums, 'cobrado'), totalOf(sums, 'devuelto')]
  const paid = sums.filter((sum) => sum.cobrado > 0)
  const media = paid.map((sum) => ({ label: MEDIUM_NAMES[sum.medio], value: soles(sum.cobrado) }))
  return [
    ...(media.length > 1 ? media : []),
    { label: cobrado < 0 ? 'Anulado' : 'Cobrado', value: signed(cobrado) },
    ...(devuelto === 0 ? [] : [{ label: 'Devuelto', value: signed(devuelto) }]),
    ...(devuelto === 0 ? [] : [{ label: 'Queda', value: signed(cobrado + devuelto), strong: true }]),
  ]
}

function summaryOf(sums: Sum[]): string {
  const [cobros, cobrado, devuelto] = [totalOf(sums, 'cobros'), totalOf(sums, 'cobrado'), totalOf(sums, 'devuelto')]
  const charged = cobros === 1 ? '1 cobro' : `${cobros} cobros`
  const none = cobrado < 0 ? `ventas anuladas por ${soles(-cobrado)}` : 'ningún cobro'
  const sold = cobros === 0 ? none : `${charged} por ${signed(cobrado)}`
  return devuelto < 0 ? `${sold} y ${soles(-devuelto)} de devoluciones` : sold
}

/** What was sold and went back on a day; null for who no longer runs the academy. */
export async function dayLetter(db: Db, { dia, id_usuario }: DayMail, publicUrl: string): Promise<Letter | null> {
  const owner = await findOwner(db, id_usuario)
  if (!owner) return null
  const brand = await brandOfMail(db, owner.id_cliente, publicUrl)
  const lines = await readLines(db, owner.id_cliente, dia)
  const sums = await readSums(db, owner.id_cliente, dia)
  const day = formatLimaDate(`${dia}T12:00:00-05:00`)
  const summary = summaryOf(sums)
  return brandedLetter({
    brand,
    to: owner.correo,
    subject: `Ventas del ${day}: ${summary}`,
    title: `Ventas del ${day}`,
    greeting: greetingTo(owner.nombres),
    lines: [`Ayer hubo ${summary}.`],
    facts: factsOf(sums),
    rows: lines.map((line) => rowOf(line, brand)),
    notes: lines.length === MAX_LINES ? [`Estos son los primeros ${MAX_LINES}; las sumas son de todos.`] : [],
    button: { label: 'Ver las ventas', url: brand.link('/gestion/ventas') },
    links: preferencesOf(brand),
    messageId: `<ventas-${dia}-${id_usuario}@${new URL(publicUrl).hostname}>`,
  })
}
