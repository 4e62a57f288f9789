import { type SQL, sql } from 'drizzle-orm'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'

/** Rows with a unique `orden` to page by (Ley 29733); no secrets, and no complaints, as their email is unverified. */
const SECTIONS: Record<string, (person: number) => SQL> = {
  usuario: (id) => sql`SELECT id AS orden, id, id_cliente, tipo_cliente, nombres, apellidos, correo, tipo_documento,
    numero_documento, codigo_alumno, telefono, direccion, ciudad, pais, profesion, profesion_visible, fecha_nacimiento,
    foto_perfil, biography, ranking_iniciales, creado_en
    FROM usuarios WHERE id = ${id}`,
  consentimientos: (id) => sql`SELECT id AS orden, tipo, version, texto, aceptado, fecha
    FROM consentimientos WHERE id_usuario = ${id}`,
  matriculas: (id) => sql`SELECT m.id AS orden, m.id, c.nombre AS curso, m.fecha_matricula, m.fecha_vencimiento,
    m.estado, m.suspendida_por, (SELECT g.nombre FROM grupos g WHERE g.id = m.id_grupo) AS grupo
    FROM matriculas m JOIN cursos c ON c.id = m.id_curso WHERE m.id_usuario = ${id}`,
  progreso: (id) => sql`SELECT l.id AS orden, l.titulo AS leccion, p.segundo, p.completada_en, p.visto_en
    FROM progreso_lecciones p JOIN lecciones l ON l.id = p.id_leccion WHERE p.id_usuario = ${id}`,
  meta_estudio: (id) => sql`SELECT id_usuario AS orden, activo, meta FROM metas_estudio WHERE id_usuario = ${id}`,
  asistencias: (id) => sql`SELECT a.id AS orden, l.titulo AS leccion, a.fecha_asistencia, a.fecha_cierre
    FROM asistencias a JOIN lecciones l ON l.id = a.leccion_id WHERE a.usuario_id = ${id}`,
  evaluaciones: (id) => sql`SELECT i.id AS orden, e.nombre AS evaluacion, i.numero, i.estado, i.inicio, i.enviado_en,
    i.nota, i.nota_maxima, i.aprobado, d.intentos_extra, d.minutos_extra, d.cierre_extra
    FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion
    JOIN intentos_evaluacion i ON i.id_detalle = d.id WHERE d.id_alumno = ${id}`,
  respuestas: (id) => sql`SELECT r.id AS orden, e.nombre AS evaluacion, i.numero AS intento, r.id_pregunta,
    r.id_opcion, r.respuesta, r.seleccion, r.parejas, r.puntos, r.comentario
    FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion
    JOIN intentos_evaluacion i ON i.id_detalle = d.id JOIN respuestas r ON r.id_intento = i.id
    WHERE d.id_alumno = ${id}`,
  encuestas: (id) => sql`SELECT e.id AS orden, e.nombre AS encuesta
    FROM encuestas_respondidas s JOIN evaluaciones e ON e.id = s.id_evaluacion WHERE s.id_alumno = ${id}`,
  certificados: (id) => sql`SELECT id AS orden, codigo_certificado, alumno, curso, modulo, nota, horas, fecha_emision,
    fecha_inicio, fecha_fin, estado, motivo_revocacion
    FROM certificados WHERE id_usuario = ${id}`,
  comentarios: (id) => sql`SELECT c.id AS orden, l.titulo AS leccion, c.comentario, c.fecha, c.likes
    FROM comentarios c JOIN lecciones l ON l.id = c.id_leccion WHERE c.id_usuario = ${id}`,
  me_gusta_comentarios: (id) => sql`SELECT id_comentario AS orden, id_comentario
    FROM comentario_likes WHERE id_usuario = ${id}`,
  foros: (id) => sql`SELECT id AS orden, tipo_foro, titulo, descripcion, contenido, fecha_creacion, editado_en,
    eliminado_en
    FROM foros WHERE id_usuario = ${id}`,
  publicaciones: (id) => sql`SELECT p.id AS orden, p.id, f.titulo AS foro, p.contenido, p.likes, p.fecha, p.editado_en,
    p.eliminado_en
    FROM posts_foro p JOIN foros f ON f.id = p.id_foro WHERE p.id_usuario = ${id}`,
  publicaciones_anteriores: (id) => sql`SELECT v.id AS orden, v.id_post, v.id_foro, v.contenido, v.editado_en
    FROM versiones_post v LEFT JOIN posts_foro p ON p.id = v.id_post LEFT JOIN foros f ON f.id = v.id_foro
    WHERE coalesce(p.id_usuario, f.id_usuario) = ${id}`,
  me_gusta_foros: (id) => sql`SELECT id_foro AS orden, id_foro FROM likes_foro WHERE id_usuario = ${id}`,
  me_gusta_publicaciones: (id) => sql`SELECT id_post AS orden, id_post FROM likes_post_foro WHERE id_usuario = ${id}`,
  lecturas_foros: (id) => sql`SELECT f.id AS orden, f.titulo AS foro, l.ultimo_post, l.visto_dia, l.seguimiento
    FROM lecturas_foro l JOIN foros f ON f.id = l.id_foro WHERE l.id_usuario = ${id}`,
  reportes: (id) => sql`SELECT id AS orden, id_post, id_foro, motivo, detalle, fecha, decision, razon
    FROM reportes_post WHERE id_usuario = ${id}`,
  borradores: (id) => sql`SELECT row_number() OVER (ORDER BY clave) AS orden, clave, contenido, actualizado_en
    FROM textos_sin_enviar WHERE id_usuario = ${id}`,
  imagenes_foros: (id) => sql`SELECT id AS orden, ruta, bytes, subida_en FROM imagenes_foro WHERE id_usuario = ${id}`,
  prompts: (id) => sql`SELECT g.id AS orden, t.nombre AS tema, g.respuestas, g.resultados, g.creado_en
    FROM prompts_generados g JOIN temas_prompt t ON t.id = g.id_tema WHERE g.id_usuario = ${id}`,
  compras: (id) => sql`SELECT o.id AS orden, o.numero, o.estado, o.total_centimos / 100.0 AS total, o.creada_en,
    o.pagada_en, (SELECT k.codigo FROM cupon_usos u JOIN cupon_codigos k ON k.id = u.id_codigo WHERE u.id_orden = o.id) AS cupon,
    (SELECT json_agg(l.nombre ORDER BY ${alphabetical(sql`l.nombre`)}) FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos,
    o.motivo, (SELECT json_agg(json_build_object('tipo', m.tipo, 'monto', m.centimos / 100.0, 'medio', m.medio, 'operacion', m.operacion,
    'dia', m.dia, 'motivo', m.motivo, 'anulado_en', m.anulado_en) ORDER BY m.id) FROM movimientos m WHERE m.id_orden = o.id) AS movimientos,
    (SELECT json_agg(json_build_object('numero', q.numero, 'monto', q.centimos / 100.0, 'vence', q.vence, 'pagada_el', q.pagada_el)
    ORDER BY q.numero) FROM cuotas q WHERE q.id_orden = o.id) AS cuotas,
    (SELECT json_build_object('tipo', c.tipo, 'tipo_documento', c.tipo_documento, 'documento', c.documento, 'razon_social', c.razon_social,
    'direccion', c.direccion, 'numero', c.numero) FROM comprobantes c WHERE c.id_orden = o.id) AS comprobante,
    (SELECT json_agg(json_build_object('motivo', d.motivo, 'pedida_en', d.pedida_en, 'resultado', d.resultado,
    'respuesta', d.respuesta) ORDER BY d.id_curso) FROM orden_devoluciones d WHERE d.id_orden = o.id) AS devoluciones
    FROM ordenes o WHERE o.id_usuario = ${id}`,
  referidos: (id) => sql`SELECT id AS orden, codigo, creado_en FROM referidos WHERE id_usuario = ${id}`,
  notificaciones: (id) => sql`SELECT id AS orden, tipo, mensaje, asunto, fecha_envio, estado
    FROM notificaciones WHERE id_usuario = ${id}`,
  preferencias: (id) => sql`SELECT row_number() OVER (ORDER BY evento) AS orden, evento, campus, correo
    FROM preferencias_notificacion WHERE id_usuario = ${id}`,
  puntos: (id) => sql`SELECT id AS orden, motivo, detalle, puntos, to_char(mes, 'YYYY-MM') AS mes, creado_en
    FROM puntos WHERE id_usuario = ${id}`,
  rankings: (id) => sql`SELECT row_number() OVER (ORDER BY mes) AS orden, to_char(mes, 'YYYY-MM') AS mes, puesto,
    nombre, apellido, puntos
    FROM rankings_cerrados WHERE id_usuario = ${id}`,
  soporte: (id) => sql`SELECT id AS orden, numero, tema, mensaje, estado, respuesta, fecha, fecha_respuesta
    FROM tickets_soporte WHERE id_usuario = ${id}`,
  notas: (id) => sql`SELECT id AS orden, texto, 'personal de la academia' AS por, creada_en
    FROM notas_alumno WHERE id_usuario = ${id}`,
  accesos: (id) => sql`SELECT id AS orden, creado_en, usado_en, agente, ip FROM accesos WHERE id_usuario = ${id}`,
  restablecimientos: (id) => sql`SELECT row_number() OVER (ORDER BY creado_en, hash) AS orden, tipo, creado_en,
    expira_en, usado_en
    FROM restablecimientos WHERE id_usuario = ${id}`,
  verificaciones_correo: (id) => sql`SELECT row_number() OVER (ORDER BY creado_en, hash) AS orden, correo, creado_en,
    expira_en
    FROM verificaciones_correo WHERE id_usuario = ${id}`,
  auditoria: (
    id,
  ) => sql`SELECT id AS orden, fecha, accion, objeto, CASE WHEN id_usuario = ${id} THEN direccion END AS direccion
    FROM auditoria WHERE id_usuario = ${id} OR sobre = ${id}`,
}

const PAGE_ROWS = 200
const PAGE_BYTES = 512 * 1024

type Page = { fila: Record<string, unknown> & { orden: number } }[]

const readPage = (db: Db, section: SQL, after: number): Promise<Page> =>
  query(
    db,
    sql`SELECT fila FROM (
      SELECT to_json(p) AS fila, sum(octet_length(to_json(p)::text)) OVER (ORDER BY p.orden) - octet_length(to_json(p)::text) AS previous
      FROM (SELECT * FROM (${section}) f WHERE f.orden > ${after} ORDER BY f.orden LIMIT ${PAGE_ROWS}) p
    ) q WHERE previous < ${PAGE_BYTES} ORDER BY (fila ->> 'orden')::bigint`,
  )

/** Streams one JSON object page by page, so that any number of rows fits in memory. */
export async function* exportData(db: Db, person: number): AsyncGenerator<string> {
  let begin = '{'
  for (const [name, section] of Object.entries(SECTIONS)) {
    yield `${begin}${JSON.stringify(name)}:[`
    begin = ','
    let after = 0
    while (true) {
      const rows = await readPage(db, section(person), after)
      if (rows.length === 0) break
      const texts = rows.map(({ fila: { orden: _, ...row } }) => JSON.stringify(row))
      yield (after === 0 ? '' : ',') + texts.join(',')
      after = rows.at(-1)?.fila.orden ?? after
    }
    yield ']'
  }
  yield '}'
}
