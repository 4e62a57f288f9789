import { amountCell, CSV_BEGINNING, csvLine, timeCell } from '@campus/contract/csv-text'
import { MEDIUM_NAMES, type Medium } from '@campus/contract/media'
import { shortNumber } from '@campus/contract/order-rules'
import { DOCUMENT_NAMES, RECEIPT_NAMES, type ReceiptKind } from '@campus/contract/receipt-names'
import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { MovementKind } from './movements.tables.ts'

/** Days of Lima, both included. */
export type Period = { desde_dia: string; hasta_dia: string }

type Row = {
  id: number
  dia: string
  hora: string
  numero: string
  tipo: MovementKind
  medio: Medium
  operacion: string | null
  /** A courtesy has none. */
  comprobante: ReceiptKind | null
  numero_comprobante: string | null
  tipo_documento: string | null
  documento: string | null
  nombre: string
  direccion: string | null
  cursos: string
  centimos: number
  registro: string | null
}

const PAGE_ROWS = 500

const HEADING = [
  ...['Fecha', 'Hora', 'Orden', 'Tipo de movimiento', 'Medio', 'Operación', 'Comprobante', 'Número'],
  ...['Tipo de documento', 'Documento', 'Razón social o nombre', 'Dirección', 'Cursos', 'Importe', 'Registró'],
]

const KINDS: Record<MovementKind, string> = {
  cobro: 'Cobro',
  devolucion: 'Devolución',
  contracargo: 'Contracargo',
  ajuste: 'Anulación',
}

/** Of a boleta without a document, the buyer's own. */
const readPage = (db: Db, marca: number, { desde_dia, hasta_dia }: Period, after: { dia: string; id: number }) =>
  query<Row>(
    db,
    sql`SELECT m.id, m.dia::text, to_char(m.creado_en AT TIME ZONE ${TIME_ZONE}, 'HH24:MI') AS hora, o.numero, m.tipo, m.medio,
      coalesce(m.operacion, m.id_pasarela) AS operacion, CASE WHEN m.medio <> 'cortesia' THEN coalesce(c.tipo, 'boleta') END AS comprobante, c.numero AS numero_comprobante,
      CASE WHEN c.documento IS NOT NULL THEN c.tipo_documento WHEN u.numero_documento IS NOT NULL THEN u.tipo_documento END AS tipo_documento,
      coalesce(c.documento, u.numero_documento) AS documento, coalesce(c.razon_social, trim(u.nombres || ' ' || u.apellidos)) AS nombre,
      c.direccion, (SELECT string_agg(l.nombre, ', ' ORDER BY ${alphabetical(sql`l.nombre`)}) FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos,
      m.centimos, trim(p.nombres || ' ' || p.apellidos) AS registro
    FROM movimientos m JOIN ordenes o ON o.id = m.id_orden JOIN usuarios u ON u.id = o.id_usuario
      LEFT JOIN comprobantes c ON c.id_orden = o.id LEFT JOIN usuarios p ON p.id = m.id_personal
    WHERE m.id_cliente = ${marca} AND m.dia BETWEEN ${desde_dia}::date AND ${hasta_dia}::date AND (m.dia, m.id) > (${after.dia}::date, ${after.id})
    ORDER BY m.dia, m.id LIMIT ${PAGE_ROWS}`,
  )

const lineOf = (row: Row): string =>
  csvLine([
    ...[
      timeCell(row.dia),
      timeCell(row.hora),
      shortNumber(row.numero),
      KINDS[row.tipo],
      MEDIUM_NAMES[row.medio],
      row.operacion,
    ],
    ...[row.comprobante && RECEIPT_NAMES[row.comprobante], row.numero_comprobante],
    DOCUMENT_NAMES[row.tipo_documento as keyof typeof DOCUMENT_NAMES] ?? row.tipo_documento,
    ...[row.documento, row.nombre, row.direccion, row.cursos, amountCell(row.centimos), row.registro ?? 'En línea'],
  ])

/** One line per movement in the order of days, page by page, so that any number fits in memory. */
export async function* salesLines(db: Db, marca: number, period: Period): AsyncGenerator<string> {
  yield CSV_BEGINNING + csvLine(HEADING)
  let after = { dia: period.desde_dia, id: 0 }
  while (true) {
    const rows = await readPage(db, marca, period, after)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(lineOf).join('')
    after = { dia: last.dia, id: last.id }
  }
}
