import { type Inbox, MAX_WAITING } from '@campus/contract/inbox'
import type { Permission } from '@campus/contract/permissions'
import { type SQL, sql } from 'drizzle-orm'
import { wrongJobs } from '../../kit/batches/batches.ts'
import { countedRows } from '../../kit/lists/lists.ts'
import { countFailedMailJobs } from '../../kit/mail-jobs/mail-jobs.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { GIVES_CERTIFICATE } from '../catalogue/catalogue.ts'
import { UNDECIDED } from '../forums/forums.tables.ts'
import { OVER_LIMIT } from '../groups/groups.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { TODAY, TOMORROW } from './lima.ts'
import { waitingQuestions } from './questions.ts'

const MAX_CLASSES = 20

const counted = (rows: SQL) => countedRows(sql`FROM ${rows}`, MAX_WAITING)

const row = (select: SQL) => sql`(SELECT to_json(found) FROM (${select}) found)`

function waiting(identity: Identity): Record<string, [Permission, SQL]> {
  const { id_cliente } = identity
  return {
    por_calificar: [
      'calificar',
      counted(sql`cursos c JOIN evaluaciones e ON e.id_curso = c.id
        JOIN intentos_evaluacion i ON i.id_evaluacion = e.id AND i.estado = 'pendiente'
        JOIN respuestas r ON r.id_intento = i.id AND r.puntos IS NULL
        WHERE c.id_cliente = ${id_cliente} AND ${coursesInScope(identity, 'calificar')}`),
    ],
    sin_responder: ['cursos.editar', counted(waitingQuestions(identity))],
    soporte: ['soporte', counted(sql`tickets_soporte s WHERE s.id_cliente = ${id_cliente} AND s.estado = 'abierto'`)],
    reclamos: [
      'reclamos',
      row(sql`SELECT count(*)::int AS total, min(r.vence) AS vence FROM reclamos r
        WHERE r.id_cliente = ${id_cliente} AND r.respondido_en IS NULL`),
    ],
    pagos_en_revision: [
      'devoluciones',
      counted(sql`ordenes o WHERE o.id_cliente = ${id_cliente} AND o.estado = 'en_revision'`),
    ],
    devoluciones_pedidas: [
      'devoluciones',
      counted(sql`(SELECT DISTINCT d.id_orden FROM orden_devoluciones d
        WHERE d.id_cliente = ${id_cliente} AND d.resuelta_en IS NULL) d`),
    ],
    cuotas_vencidas: [
      'ventas.registrar',
      counted(sql`(SELECT DISTINCT q.id_orden FROM cuotas q JOIN ordenes o ON o.id = q.id_orden AND o.estado = 'pagada'
        WHERE o.id_cliente = ${id_cliente} AND q.pagada_el IS NULL AND q.id_cierre IS NULL AND q.vence < ${LIMA_TODAY}) q`),
    ],
    cupones_pasados: [
      'cupones',
      counted(sql`cupones c WHERE c.id_cliente = ${id_cliente}
      AND EXISTS (SELECT FROM cupon_usos u WHERE u.id_cupon = c.id AND u.de_mas AND u.visto_por IS NULL)`),
    ],
    grupos_pasados: [
      'alumnos.gestionar',
      counted(sql`grupos g JOIN cursos c ON c.id = g.id_curso WHERE c.id_cliente = ${id_cliente} AND ${OVER_LIMIT}`),
    ],
    por_moderar: [
      'moderar',
      counted(sql`reportes_post r LEFT JOIN posts_foro p ON p.id = r.id_post
        JOIN foros f ON f.id = coalesce(r.id_foro, p.id_foro)
        WHERE ${UNDECIDED} AND r.id_cliente = ${id_cliente}
          AND ${coursesInScope(identity, 'moderar', sql.raw('f.id_curso'))}`),
    ],
    trabajos_con_errores: ['alumnos.ver', counted(wrongJobs(identity))],
    correos_fallidos: [
      'academia',
      counted(sql`notificaciones n JOIN usuarios u ON u.id = n.id_usuario
        WHERE n.correo = 'fallido' AND u.id_cliente = ${id_cliente}`),
    ],
    clases_hoy: ['cursos.editar', classesOfToday(identity)],
    primeros_pasos: ['academia', row(firstSteps(id_cliente))],
  }
}

const classesOfToday = (identity: Identity) => sql`(SELECT coalesce(json_agg(k), '[]') FROM (
  SELECT s.id, s.nombre, c.id AS id_curso, c.nombre AS curso,
    (SELECT g.nombre FROM grupos g WHERE g.id = s.id_grupo) AS grupo, s.inicio, s.duracion, s.enlace
  FROM sesiones s JOIN lecciones l ON l.id = s.id_leccion JOIN modulos m ON m.id = l.id_modulo
  JOIN cursos c ON c.id = m.id_curso
  WHERE s.inicio >= ${TODAY} AND s.inicio < ${TOMORROW} AND s.inicio + make_interval(mins => s.duracion) > now()
    AND s.cancelada_en IS NULL AND c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'cursos.editar')}
  ORDER BY s.inicio, s.id LIMIT ${MAX_CLASSES}) k)`

const firstSteps = (id_cliente: number) => sql`SELECT b.razon_social <> '' AND b.ruc <> '' AND b.direccion <> ''
    AND b.correo <> '' AND b.logo IS NOT NULL AS marca, b.oferta_elegida AS oferta,
  EXISTS (SELECT 1 FROM usuarios u JOIN roles_personal r ON r.id_usuario = u.id AND r.rol = 'docente'
    WHERE u.id_cliente = b.id AND u.estado = 1) AS docente,
  EXISTS (SELECT 1 FROM cursos c WHERE c.id_cliente = b.id AND c.estado = 1) AS curso,
  EXISTS (SELECT 1 FROM cursos c WHERE c.id_cliente = b.id AND c.estado = 1 AND ${GIVES_CERTIFICATE}) AS examen,
  EXISTS (SELECT 1 FROM cursos c JOIN matriculas m ON m.id_curso = c.id JOIN usuarios u ON u.id = m.id_usuario
    WHERE c.id_cliente = b.id AND u.tipo_cliente = 'Alumno') AS alumno,
  (SELECT c.id FROM cursos c WHERE c.id_cliente = b.id AND c.archivado_en IS NULL AND NOT ${GIVES_CERTIFICATE}
    ORDER BY c.estado DESC, c.id DESC LIMIT 1) AS sin_examen
  FROM clientes b WHERE b.id = ${id_cliente}`

/** What waits for the caller, in one statement but for the mails of jobs; what they have no permission for is neither counted nor shown. */
export async function readInbox({ db, jobs, connections }: Deps, identity: Identity): Promise<Inbox> {
  const parts = Object.entries(waiting(identity)).map(
    ([name, [permission, value]]) => sql`${can(identity, permission) ? value : sql`NULL`} AS ${sql.identifier(name)}`,
  )
  const [inbox] = await query<Inbox>(db, sql`SELECT ${sql.join(parts, sql`, `)}`)
  if (!inbox) throw fail('NO_DISPONIBLE')
  const steps = inbox.primeros_pasos
  if (steps)
    inbox.primeros_pasos = {
      ...steps,
      cobros: await connections.takesPayments(),
      correo: await connections.sendsMails(),
    }
  if (inbox.correos_fallidos === null) return inbox
  const others = await countFailedMailJobs(db, jobs, identity.id_cliente)
  return { ...inbox, correos_fallidos: inbox.correos_fallidos + others }
}
