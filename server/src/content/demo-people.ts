import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../platform/db/database.ts'
import type { Identity } from '../platform/http/http.ts'
import { onBehalfOf } from '../platform/http/requests.ts'

export const BRAND = 2

export async function idOf(tx: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = await query<{ id: number }>(tx, statement)
  if (!row) throw new Error('the demo lacks what its people work on')
  return row.id
}

const TYPES = { docente: 'Docente', marca: 'Administrador', soporte: 'Personal', caja: 'Personal' } as const

export async function person(tx: Db, correo: string, role?: keyof typeof TYPES): Promise<Identity> {
  const [row] = await query<{ id: number; id_cliente: number }>(
    tx,
    sql`SELECT id, id_cliente FROM usuarios WHERE correo = ${correo}`,
  )
  if (!row) throw new Error(`the demo lacks ${correo}`)
  return { ...row, tipo_cliente: role ? TYPES[role] : 'Alumno', roles: role ? [role] : [], id_acceso: 0 }
}

/** The audit log says who did it. */
export const as = <T>(who: Identity, work: () => T): T => onBehalfOf('demo', work, who)

/** What people do leaves moments in these columns, all equal while the demo is loaded in one transaction. */
const MOMENTS: [table: string, columns: string[]][] = [
  ['matriculas', ['fecha_matricula']],
  ['asistencias', ['fecha_asistencia', 'fecha_cierre']],
  ['progreso_lecciones', ['completada_en', 'visto_en']],
  ['detalle_evaluacion', ['fecha_evaluacion']],
  ['intentos_evaluacion', ['enviado_en']],
  ['respuestas', ['calificado_en']],
  ['notificaciones', ['fecha_envio']],
  ['comentarios', ['fecha']],
  ['tickets_soporte', ['fecha', 'fecha_respuesta']],
  ['ordenes', ['creada_en', 'pagada_en']],
  ['pagos', ['actualizado_en']],
  ['orden_lineas', ['cerrada_en']],
  ['orden_devoluciones', ['pedida_en']],
  ['devoluciones', ['creado_en', 'resuelta_en']],
  ['orden_avisos', ['creado_en']],
]

const moved = ([table, columns]: (typeof MOMENTS)[number]) => {
  const set = columns.map((name) => `${name} = CASE WHEN ${name} = now() THEN ${name} - por ELSE ${name} END`)
  return `${table}_movida AS (UPDATE ${table} SET ${set.join(', ')} FROM hace WHERE now() IN (${columns.join(', ')}))`
}

/** Points stay in the month in which they were counted. */
const MONTH = `date_trunc('month', now() AT TIME ZONE '${TIME_ZONE}') AT TIME ZONE '${TIME_ZONE}'`
const MOVED = sql.raw(`${MOMENTS.map(moved).join(', ')},
  certificados_movida AS (UPDATE certificados SET fecha_emision = fecha_emision - por,
    fecha_fin = greatest(fecha_fin - dias, fecha_inicio) FROM hace WHERE fecha_emision = now()),
  dias_movida AS (INSERT INTO dias_de_dinero (id_cliente, dia) SELECT DISTINCT id_cliente, dia - dias FROM movimientos, hace
    WHERE creado_en >= now() ON CONFLICT DO NOTHING),
  movimientos_movida AS (UPDATE movimientos SET creado_en = now() - por, dia = dia - dias FROM hace WHERE creado_en >= now())
  UPDATE puntos SET creado_en = greatest(creado_en - por, ${MONTH}) FROM hace WHERE creado_en = now()`)

/** What was done since the last call happened `dias` ago; what happened today is a moment old, so that the next call leaves it. */
export async function backdate(tx: Db, dias: number): Promise<void> {
  await tx.execute(
    sql`WITH hace AS (SELECT ${dias}::int AS dias, make_interval(days => ${dias}::int, secs => 0.001) AS por), ${MOVED}`,
  )
}
