import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { audit } from '../audit/audit.ts'
import { forgetPoints } from '../awards/awards.ts'
import { forgetFeed } from '../calendar/calendar.ts'
import { forgetNotifications } from '../notifications/notifications.ts'
import { accesos, restablecimientos, usuarios } from './accounts.tables.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { letPhotoGo } from './photos.ts'
import { holdPerson } from './profile.ts'
import { newToken } from './tokens.ts'

/** Each part of a person's copy of their data: its name and the rows that are theirs (Ley 29733, access and portability). */
const PARTS = {
  usuario: `SELECT id, nombres, apellidos, correo, tipo_documento, numero_documento, codigo_alumno, telefono, direccion, ciudad,
    pais, profesion, fecha_nacimiento, foto_perfil, creado_en FROM usuarios WHERE id = $1`,
  matriculas: `SELECT m.id, c.nombre AS curso, m.fecha_matricula, m.fecha_vencimiento, m.estado FROM matriculas m
    JOIN cursos c ON c.id = m.id_curso WHERE m.id_usuario = $1 ORDER BY m.id`,
  progreso: `SELECT l.titulo AS leccion, p.segundo, p.completada_en, p.visto_en FROM progreso_lecciones p
    JOIN lecciones l ON l.id = p.id_leccion WHERE p.id_usuario = $1 ORDER BY p.visto_en`,
  asistencias: `SELECT l.titulo AS leccion, a.fecha_asistencia, a.fecha_cierre FROM asistencias a
    JOIN lecciones l ON l.id = a.leccion_id WHERE a.usuario_id = $1 ORDER BY a.id`,
  evaluaciones: `SELECT e.nombre AS evaluacion, i.numero, i.estado, i.inicio, i.enviado_en, i.nota, i.nota_maxima, i.aprobado
    FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion JOIN intentos_evaluacion i ON i.id_detalle = d.id
    WHERE d.id_alumno = $1 ORDER BY i.id`,
  respuestas: `SELECT e.nombre AS evaluacion, i.numero AS intento, r.id_pregunta, r.id_opcion, r.respuesta, r.puntos, r.comentario
    FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion JOIN intentos_evaluacion i ON i.id_detalle = d.id
    JOIN respuestas r ON r.id_intento = i.id WHERE d.id_alumno = $1 ORDER BY r.id`,
  certificados: `SELECT codigo_certificado, curso, modulo, nota, horas, fecha_emision, fecha_inicio, fecha_fin, estado
    FROM certificados WHERE id_usuario = $1 ORDER BY id`,
  comentarios: `SELECT l.titulo AS leccion, c.comentario, c.fecha, c.likes FROM comentarios c
    JOIN lecciones l ON l.id = c.id_leccion WHERE c.id_usuario = $1 ORDER BY c.id`,
  compras: `SELECT o.numero, o.estado, o.total_centimos / 100.0 AS total, o.creada_en, o.pagada_en, (SELECT jsonb_agg(l.nombre ORDER BY l.nombre)
    FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos FROM ordenes o WHERE o.id_usuario = $1 ORDER BY o.id`,
  referidos: `SELECT codigo, creado_en FROM referidos WHERE id_usuario = $1 ORDER BY numero`,
  notificaciones: `SELECT tipo, mensaje, fecha_envio, estado FROM notificaciones WHERE id_usuario = $1 ORDER BY id`,
  puntos: `SELECT motivo, detalle, puntos, to_char(mes, 'YYYY-MM') AS mes, creado_en FROM puntos WHERE id_usuario = $1 ORDER BY id`,
  soporte: `SELECT numero, mensaje, estado, respuesta, fecha, fecha_respuesta FROM tickets_soporte WHERE id_usuario = $1 ORDER BY id`,
  accesos: `SELECT creado_en, usado_en, agente, ip FROM accesos WHERE id_usuario = $1 ORDER BY id`,
} as const

/** Everything that the campus keeps of a person, by part, ready to download. */
export async function exportData(db: Db, usuario: number): Promise<Record<string, unknown>> {
  const columns = Object.entries(PARTS).map(([name, query]) => {
    const rows = sql.raw(query.replaceAll('$1', String(usuario)))
    return sql`(SELECT coalesce(jsonb_agg(to_jsonb(f)), '[]') FROM (${rows}) f) AS ${sql.identifier(name)}`
  })
  const [row] = await db.execute<Record<string, unknown>>(sql`SELECT ${sql.join(columns, sql`, `)}`)
  return row ?? {}
}

/**
 * Deletes the own account: the person's data go, the access ends, and what the law and third parties rely on stays
 * (issued certificates keep the name they were issued to; grades and attendance stay without a person). The photo's files go
 * by a job: not before it is committed, and surely.
 * @throws DATOS_INVALIDOS when the password is wrong, SIN_PERMISO for staff, whom an administrator removes
 */
export async function deleteAccount(db: Db, jobs: Jobs, identity: Identity, password: string): Promise<void> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  await throttle(db, 'login_cuenta', `cambio ${identity.id}`)
  const [row] = await db.select({ hash: usuarios.password_hash }).from(usuarios).where(eq(usuarios.id, identity.id))
  if (!(await checkPassword(row?.hash, password))) throw invalid('password', 'La contraseña no es correcta.')
  // Nobody knows what was hashed, so no password opens it.
  const unusable = await hashPassword(newToken().token)
  await db.transaction(async (tx) => {
    const { foto_perfil } = await holdPerson(tx, identity.id)
    await letPhotoGo(tx, jobs, identity.id, foto_perfil)
    await forgetNotifications(tx, identity.id)
    await forgetFeed(tx, identity.id)
    await forgetPoints(tx, identity.id)
    await tx.delete(accesos).where(eq(accesos.id_usuario, identity.id))
    await tx.delete(restablecimientos).where(eq(restablecimientos.id_usuario, identity.id))
    await tx
      .update(usuarios)
      .set({
        nombres: 'Cuenta',
        apellidos: 'eliminada',
        correo: `eliminada-${identity.id}@eliminada.invalid`,
        password_hash: unusable,
        tipo_documento: 'Eliminado',
        numero_documento: null,
        codigo_alumno: null,
        telefono: null,
        direccion: null,
        ciudad: null,
        profesion: null,
        fecha_nacimiento: null,
        foto_perfil: null,
        estado: 0,
      })
      .where(eq(usuarios.id, identity.id))
    await audit(tx, 'cuenta_eliminada', { sobre: identity.id })
  })
}
