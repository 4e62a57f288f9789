import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import type { Letter } from '../../platform/mail.ts'

type Row = { numero: string; correo: string; nombres: string; total: number; marca: string; cursos: string[] }

/** The mail that confirms a paid order, with its number. Null when the order is not there. */
export async function orderLetter(db: Db, id: number, publicUrl: string): Promise<Letter | null> {
  const [row] = await db.execute<Row>(sql`
    SELECT o.numero, u.correo, u.nombres, round(o.total_centimos / 100.0, 2)::float AS total, c.nombre AS marca,
      (SELECT array_agg(l.nombre ORDER BY l.nombre) FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos
    FROM ordenes o JOIN usuarios u ON u.id = o.id_usuario JOIN clientes c ON c.id = o.id_cliente WHERE o.id = ${id}`)
  if (!row) return null
  return {
    to: row.correo,
    subject: `Tu compra en ${row.marca}`,
    text: [
      `Hola, ${row.nombres.split(' ')[0]}:`,
      '',
      `Recibimos tu pago de S/ ${row.total.toFixed(2)}. Tu número de orden es ${row.numero}.`,
      '',
      ...row.cursos.map((nombre) => `- ${nombre}`),
      '',
      `Empieza cuando quieras: ${publicUrl}/miscursos`,
      `Tus compras: ${publicUrl}/compras`,
    ].join('\n'),
    messageId: `<orden-${row.numero}@${new URL(publicUrl).hostname}>`,
  }
}
