import { TIME_ZONE } from '@campus/contract/rules'
import type { StoryEvent } from '@campus/contract/student-story'
import { type SQL, sql } from 'drizzle-orm'
import { type List, type ListPage, listRows } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import type { Db } from '../../platform/db/database.ts'
import { can, scopeOfIdentity } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { CAME_IN } from '../orders/orders.tables.ts'
import { eventOf, type Happening } from './story-words.ts'
import { requireStudent } from './students.ts'

/** Keeps the ids of different tables apart in one list. */
const SOURCE = 1_000_000_000_000_000n

const nameOf = (id: string): SQL =>
  sql.raw(`(SELECT trim(p.nombres || ' ' || p.apellidos) FROM usuarios p WHERE p.id = ${id})`)

const source = (place: number, id: string): SQL => sql.raw(`${SOURCE * BigInt(place)} + ${id}`)

/** What staff did with an enrolment, from the log. */
const enrolments = (identity: Identity, student: number): SQL => sql`SELECT x.fecha, ${source(1, 'x.id')} AS id,
    'matricula' AS tipo, x.detalle || jsonb_build_object('por', ${nameOf('x.id_usuario')}, 'curso', c.nombre) AS datos
  FROM auditoria x JOIN cursos c ON x.objeto = 'curso:' || c.id
  WHERE x.sobre = ${student} AND x.accion = 'gestion'
    AND x.detalle ->> 'hecho' IN ('matriculada', 'reabierta', 'ultimo_dia', 'suspendida', 'grupo')
    AND c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'alumnos.ver')}`

/** Each movement of their orders' money. */
const payments = ({ id_cliente }: Identity, student: number): SQL => sql`SELECT m.creado_en, ${source(2, 'm.id')},
    CASE WHEN ${CAME_IN} THEN 'pago' ELSE 'devolucion' END, jsonb_build_object('tipo', m.tipo,
      'monto', round(m.centimos / 100.0, 2), 'medio', m.medio, 'numero', o.numero, 'por', ${nameOf('m.id_personal')},
      'cuota', m.cuota, 'cursos', (SELECT json_agg(l.nombre ORDER BY l.id_curso) FROM orden_lineas l WHERE l.id_orden = o.id))
  FROM ordenes o JOIN movimientos m ON m.id_orden = o.id
  WHERE o.id_usuario = ${student} AND o.id_cliente = ${id_cliente}`

/** The lessons that they finished in a course, by weeks of Lima. */
const study = (identity: Identity, student: number): SQL => sql`SELECT w.fecha, ${source(3, 'w.primera')}, 'estudio',
    jsonb_build_object('lecciones', w.lecciones, 'curso', w.curso)
  FROM (SELECT max(f.fecha) AS fecha, min(f.id_leccion) AS primera, count(*) AS lecciones, c.nombre AS curso FROM (
      SELECT t.id_leccion, min(t.fecha) AS fecha FROM (
        SELECT v.id_leccion, v.completada_en AS fecha FROM progreso_lecciones v
          WHERE v.id_usuario = ${student} AND v.completada_en IS NOT NULL
        UNION ALL SELECT a.leccion_id, a.fecha_cierre FROM asistencias a
          WHERE a.usuario_id = ${student} AND a.fecha_cierre IS NOT NULL) t GROUP BY 1) f
    JOIN lecciones l ON l.id = f.id_leccion JOIN modulos mo ON mo.id = l.id_modulo JOIN cursos c ON c.id = mo.id_curso
    WHERE c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'alumnos.ver')}
    GROUP BY c.id, date_trunc('week', f.fecha AT TIME ZONE ${TIME_ZONE})) w`

const exams = (identity: Identity, student: number): SQL => sql`SELECT i.enviado_en, ${source(4, 'i.id')}, 'examen',
    jsonb_build_object('id', i.id, 'numero', i.numero, 'examen', e.nombre, 'curso', c.nombre, 'nota', i.nota,
      'maxima', i.nota_maxima, 'aprobado', i.aprobado, 'calificado', i.estado = 'calificado',
      'calificable', ${coursesInScope(identity, 'calificar')})
  FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id JOIN evaluaciones e ON e.id = d.id_evaluacion
  JOIN cursos c ON c.id = e.id_curso
  WHERE d.id_alumno = ${student} AND i.enviado_en IS NOT NULL AND e.modelo = 1
    AND c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'alumnos.ver')}`

const certificates = (identity: Identity, student: number): SQL => sql`SELECT x.fecha, ${source(5, 'x.id')},
    'certificado', x.detalle || jsonb_build_object('accion', x.accion, 'por', ${nameOf('x.id_usuario')},
      'titulo', coalesce(ce.modulo, ce.curso), 'codigo', ce.codigo_certificado)
  FROM auditoria x JOIN certificados ce ON x.objeto = 'certificado:' || ce.codigo_certificado
  JOIN cursos c ON c.id = ce.id_curso
  WHERE x.sobre = ${student} AND ce.id_usuario = ${student}
    AND x.accion IN ('certificado_emitido', 'certificado_mejorado', 'certificado_revocado', 'certificado_restaurado')
    AND c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'alumnos.ver')}`

const EXCERPT = 120

const tickets = ({ id_cliente }: Identity, student: number): SQL => sql`SELECT s.fecha, ${source(6, 's.id')}, 'soporte',
    jsonb_build_object('id', s.id, 'numero', s.numero, 'mensaje', left(s.mensaje, ${EXCERPT + 1}), 'estado', s.estado)
  FROM tickets_soporte s WHERE s.id_usuario = ${student} AND s.id_cliente = ${id_cliente}`

/** Of the account itself, from the log: made, corrected, opened and closed. */
const account = ({ id_cliente }: Identity, student: number): SQL => sql`SELECT x.fecha, ${source(7, 'x.id')}, 'cuenta',
    x.detalle || jsonb_build_object('accion', x.accion, 'por', ${nameOf('nullif(x.id_usuario, x.sobre)')})
  FROM auditoria x WHERE x.sobre = ${student} AND x.id_cliente = ${id_cliente} AND (
    x.accion IN ('cuenta_creada', 'cuenta_eliminada', 'contrasena_cambiada', 'contrasena_restablecida')
    OR x.accion = 'perfil_cambiado' AND x.detalle -> 'campos' ?| ARRAY['correo', 'correo_verificado_en']
    OR x.accion = 'gestion' AND x.detalle ->> 'hecho' IS DISTINCT FROM 'correos rechazados' AND x.objeto IN (${`usuario:${student}`}, ${`enlace:${student}`}))`

const notes = (identity: Identity, student: number): SQL => sql`SELECT n.creada_en, ${source(8, 'n.id')}, 'nota',
    jsonb_build_object('id', n.id, 'texto', n.texto, 'por', ${nameOf('n.por')},
      'borrable', n.por = ${identity.id} OR ${can(identity, 'academia')}::boolean)
  FROM notas_alumno n WHERE n.id_usuario = ${student}`

type Source = (identity: Identity, student: number) => SQL

/** What the caller may read of a student. */
function sourcesFor(identity: Identity): Source[] {
  const brand = scopeOfIdentity(identity, 'alumnos.ver') === 'marca'
  return [
    enrolments,
    study,
    exams,
    certificates,
    notes,
    ...(can(identity, 'ventas.ver') ? [payments] : []),
    ...(can(identity, 'soporte') ? [tickets] : []),
    ...(brand ? [account] : []),
  ]
}

function listFor(identity: Identity, student: number): List<object> {
  const sources = sourcesFor(identity).map((read) => read(identity, student))
  return {
    from: sql`(${sql.join(sources, sql` UNION ALL `)}) h`,
    id: sql.raw('h.id'),
    columns: sql.raw('h.tipo, h.fecha, h.datos'),
    sorts: { fecha: { by: sql.raw('h.fecha'), type: 'timestamptz' } },
    defaultSort: '-fecha',
    filters: {},
  }
}

const PAGE = 30

/**
 * All that happened to a student in words, the newest first: enrolments, money, study by weeks, exams, certificates, support,
 * account and notes, each under its permission and in the caller's courses (docs/product/staff.md 14).
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS under `desde`
 */
export async function storyOfStudent(
  db: Db,
  identity: Identity,
  student: number,
  { desde }: { desde?: string | undefined },
): Promise<ListPage<StoryEvent>> {
  await requireStudent(db, identity, student)
  const page = await listRows<Happening, object>(db, listFor(identity, student), { desde }, sql`true`, PAGE)
  return { ...page, data: page.data.map(eventOf) }
}
