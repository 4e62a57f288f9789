import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Letter, Mail } from '../../platform/mail.ts'
import { notify } from './notifications.ts'

/** Congratulates whose birthday is today in Lima; those of 29 February on the 28th of a common year. Once a year. */
export async function congratulate(db: Db): Promise<void> {
  const rows = await db.execute<{ id: number; nombres: string; anio: number }>(sql`
    WITH hoy AS (SELECT (now() AT TIME ZONE ${TIME_ZONE})::date AS dia)
    SELECT u.id, u.nombres, extract(year FROM hoy.dia)::int AS anio FROM usuarios u, hoy
    WHERE u.estado = 1 AND u.tipo_cliente = 'Alumno' AND u.fecha_nacimiento IS NOT NULL
      AND (u.fecha_nacimiento + make_interval(years => (extract(year FROM hoy.dia) - extract(year FROM u.fecha_nacimiento))::int))::date = hoy.dia`)
  for (const { id, nombres, anio } of rows) {
    const mensaje = `¡Feliz cumpleaños, ${nombres.split(' ')[0]}! Te deseamos un gran día de parte de toda la academia.`
    await notify(db, { evento: 'cumpleanos', tipo: 'Cumpleaños', mensaje, clave: `cumpleanos:${anio}`, usuarios: [id] })
  }
}

/** Tells the enrolled students of every live session that begins within 24 hours, once per session and hour. */
export async function remindSessions(db: Db): Promise<void> {
  const rows = await db.execute<{
    id: number
    nombre: string
    curso: string
    hora: string
    ruta: string
    clave: string
    usuarios: number[]
  }>(sql`
    SELECT s.id, s.nombre, c.nombre AS curso, to_char(s.inicio AT TIME ZONE ${TIME_ZONE}, 'DD/MM HH24:MI') AS hora,
           format('/miscursos/%s/modulos/%s/leccion/%s', c.id, m.id, l.id) AS ruta,
           format('sesion:%s:%s', s.id, extract(epoch FROM s.inicio)::bigint) AS clave,
           array_agg(e.id_usuario) AS usuarios
    FROM sesiones s
    JOIN lecciones l ON l.id = s.id_leccion JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso
    JOIN matriculas e ON e.id_curso = c.id AND e.estado = 'activa'
      AND (e.fecha_vencimiento IS NULL OR e.fecha_vencimiento >= (now() AT TIME ZONE ${TIME_ZONE})::date)
    WHERE s.inicio BETWEEN now() AND now() + interval '24 hours' AND l.activo AND m.activo AND c.estado = 1
    GROUP BY s.id, c.id, m.id, l.id`)
  for (const row of rows) {
    const mensaje = `Tu clase en vivo «${row.nombre}» de ${row.curso} empieza el ${row.hora}.`
    await notify(db, {
      evento: 'sesion',
      tipo: 'Otro',
      mensaje,
      ruta: row.ruta,
      clave: row.clave,
      usuarios: row.usuarios,
    })
  }
}

type Pending = { id: number; mensaje: string; ruta: string | null; correo: string; nombres: string; marca: string }

function letterOf(row: Pending, publicUrl: string): Letter {
  const address = new URL(row.ruta ?? '/notificaciones', publicUrl).href
  const lines = [`Hola, ${row.nombres.split(' ')[0]}:`, '', row.mensaje, '', address, '', row.marca]
  const settings = `Cambia qué correos recibes en ${new URL('/notificaciones?vista=preferencias', publicUrl).href}`
  return {
    to: row.correo,
    subject: row.mensaje.length > 70 ? `${row.mensaje.slice(0, 69)}…` : row.mensaje,
    text: [...lines, '', settings].join('\n'),
    messageId: `<notificacion-${row.id}@${new URL(publicUrl).hostname}>`,
  }
}

/** So many refusals one after the other, and it is the mail server that is away, not an address that is wrong. */
const REFUSALS = 5
/** Longer than the slowest mail server is waited for (platform/mail.ts): the row stays locked until its mail is handed over. */
const PATIENCE = '90s'

/** Mails the first notification after `after` that waits for it; its id, null when there is none. */
async function mailNext(db: Db, mail: Mail, publicUrl: string, after: number) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT set_config('idle_in_transaction_session_timeout', ${PATIENCE}, true)`)
    const [row] = await tx.execute<Pending>(sql`
      SELECT n.id, n.mensaje, n.ruta, u.correo, u.nombres, c.nombre AS marca
      FROM notificaciones n JOIN usuarios u ON u.id = n.id_usuario JOIN clientes c ON c.id = u.id_cliente
      WHERE n.correo = 'pendiente' AND n.id > ${after} ORDER BY n.id LIMIT 1 FOR UPDATE OF n SKIP LOCKED`)
    if (!row) return null
    const refusal = await mail.send(letterOf(row, publicUrl)).then(
      () => undefined,
      (error: Error) => error,
    )
    if (!refusal) await tx.execute(sql`UPDATE notificaciones SET correo = 'enviado' WHERE id = ${row.id}`)
    return { id: row.id, refusal }
  })
}

/**
 * Mails the notifications that wait for it, each in a transaction of its own: whatever ends the program, one mail at most
 * goes out twice. Copies skip each other's. One that is refused stays, and the others go on.
 * @throws the last refusal, once all others were mailed, or five in a row were refused
 */
export async function mailPending(db: Db, mail: Mail, publicUrl: string): Promise<number> {
  let [sent, after, inARow] = [0, 0, 0]
  let last: Error | undefined
  while (inARow < REFUSALS) {
    const row = await mailNext(db, mail, publicUrl, after)
    if (!row) break
    after = row.id
    inARow = row.refusal ? inARow + 1 : 0
    last = row.refusal ?? last
    if (!row.refusal) sent += 1
  }
  if (last) throw last
  return sent
}
