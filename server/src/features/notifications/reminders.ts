import { TIME_ZONE } from '@campus/contract/rules'
import { isolate } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { seesClass } from '../groups/groups.ts'
import { notify } from './notifications.ts'

/** Birthdays today in Lima, once a year; 29 February falls on the 28th of a common year. */
export async function congratulate(db: Db): Promise<void> {
  const rows = await query<{ id: number; nombres: string; anio: number }>(
    db,
    sql`
    WITH today AS (SELECT (now() AT TIME ZONE ${TIME_ZONE})::date AS day)
    SELECT u.id, u.nombres, extract(year FROM today.day)::int AS anio FROM usuarios u, today
    WHERE u.estado = 1 AND u.tipo_cliente = 'Alumno' AND u.fecha_nacimiento IS NOT NULL
      AND (u.fecha_nacimiento + make_interval(years => (extract(year FROM today.day) - extract(year FROM u.fecha_nacimiento))::int))::date = today.day`,
  )
  for (const { id, nombres, anio } of rows) {
    const mensaje = `¡Feliz cumpleaños, ${isolate(nombres.split(' ')[0] ?? '')}!\nTe deseamos un gran día de parte de toda la academia.`
    await notify(db, { evento: 'cumpleanos', tipo: 'Cumpleaños', mensaje, clave: `cumpleanos:${anio}`, usuarios: [id] })
  }
}

/** Live sessions within 24 hours, once per session and start time. */
export async function remindSessions(db: Db): Promise<void> {
  const rows = await query<{
    nombre: string
    curso: string
    hora: string
    ruta: string
    clave: string
    usuarios: number[]
  }>(
    db,
    sql`
    SELECT s.nombre, c.nombre AS curso, to_char(s.inicio AT TIME ZONE ${TIME_ZONE}, 'DD/MM, HH24:MI') AS hora,
           format('/miscursos/%s/modulos/%s/leccion/%s', c.id, m.id, l.id) AS ruta,
           format('sesion:%s:%s', s.id, extract(epoch FROM s.inicio)::bigint) AS clave,
           array_agg(e.id_usuario) AS usuarios
    FROM sesiones s
    JOIN lecciones l ON l.id = s.id_leccion JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso
    JOIN matriculas e ON e.id_curso = c.id AND e.estado = 'activa'
      AND (e.fecha_vencimiento IS NULL OR e.fecha_vencimiento >= (now() AT TIME ZONE ${TIME_ZONE})::date)
    WHERE s.inicio BETWEEN now() AND now() + interval '24 hours' AND s.cancelada_en IS NULL AND l.activo AND m.activo AND c.estado = 1
      AND ${seesClass(sql.raw('e.id_grupo'))}
    GROUP BY s.id, c.id, m.id, l.id`,
  )
  for (const row of rows) {
    const { nombre, curso, hora, ...rest } = row
    const mensaje = `Tienes clase el ${hora}\nEs en vivo, hora de Lima.`
    await notify(db, { evento: 'sesion', tipo: 'Otro', mensaje, asunto: `${nombre} · ${curso}`, ...rest })
  }
}
