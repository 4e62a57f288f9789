import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Letter } from '../../platform/mail.ts'
import { orderPage } from './gateway.ts'

type Row = {
  numero: string
  correo: string
  nombres: string
  subtotal: number
  descuento: number
  total: number
  marca: string
  cursos: { id: number; nombre: string; precio: number }[]
}

const soles = (centimos: number) =>
  `S/ ${(centimos / 100).toLocaleString('es-PE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const opening = ({ total }: Row) =>
  total > 0 ? `Recibimos tu pago de ${soles(total)}. ¡Gracias!` : 'Tu inscripción está lista y no tiene costo.'

/** The mail that confirms a paid order, with its number (contract section 4). Null when the order is not there. */
export async function orderLetter(db: Db, id: number, publicUrl: string): Promise<Letter | null> {
  const [row] = await query<Row>(
    db,
    sql`SELECT o.numero, u.correo, u.nombres, o.subtotal_centimos AS subtotal, o.descuento_centimos AS descuento,
      o.total_centimos AS total, c.nombre AS marca,
      (SELECT jsonb_agg(jsonb_build_object('id', l.id_curso, 'nombre', l.nombre, 'precio', l.precio_centimos) ORDER BY l.nombre)
       FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos
    FROM ordenes o JOIN usuarios u ON u.id = o.id_usuario JOIN clientes c ON c.id = o.id_cliente WHERE o.id = ${id}`,
  )
  if (!row) return null
  return {
    to: row.correo,
    subject: `Tu compra en ${row.marca}`,
    text: [
      `Hola, ${row.nombres.split(' ')[0]}:`,
      '',
      opening(row),
      `Tu número de orden es ${row.numero}.`,
      '',
      ...row.cursos.flatMap(({ id, nombre, precio }) => [
        `- ${nombre}: ${soles(precio)}`,
        `  ${publicUrl}/miscursos/${id}/modulos`,
      ]),
      '',
      ...(row.descuento > 0 ? [`Subtotal: ${soles(row.subtotal)}`, `Descuento: -${soles(row.descuento)}`] : []),
      `Total: ${soles(row.total)}`,
      '',
      `El detalle de tu compra: ${orderPage({ publicUrl }, row.numero)}`,
      `Todas tus compras: ${publicUrl}/compras`,
    ].join('\n'),
    messageId: `<orden-${row.numero}@${new URL(publicUrl).hostname}>`,
  }
}
