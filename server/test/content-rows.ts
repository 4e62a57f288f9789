import type { TestApp } from './harness.ts'

/** Of each table what files say, without ids, dates of writing and addresses of pictures. */
const TABLES: Record<string, string> = {
  marcas: `SELECT to_jsonb(c) - '{id,version,estado}'::text[] AS fila FROM clientes c WHERE c.id = $1`,
  botones: `SELECT to_jsonb(b) - 'id_cliente' AS fila FROM botones b WHERE b.id_cliente = $1`,
  paginas: `SELECT json_build_object('clave', clave, 'titulo', titulo, 'markdown', markdown) AS fila FROM paginas
    WHERE id_cliente = $1 ORDER BY clave`,
  categorias: 'SELECT nombre AS fila FROM categorias WHERE id_cliente = $1 AND estado = 1 ORDER BY orden, id',
  premios: `SELECT json_build_object('premio', premio, 'puesto', puesto, 'imagen', imagen) AS fila FROM premios
    WHERE id_cliente = $1 AND estado = 1 ORDER BY orden, id`,
  temas: `SELECT json_build_object('nombre', t.nombre, 'descripcion', t.descripcion,
      'preguntas', (SELECT json_agg(json_build_array(p.variable, p.texto, p.tipo,
          (SELECT json_agg(o.texto ORDER BY o.orden) FROM opciones_prompt o WHERE o.id_pregunta = p.id)) ORDER BY p.orden)
        FROM preguntas_prompt p WHERE p.id_tema = t.id),
      'plantillas', (SELECT json_agg(json_build_array(p.titulo, p.contenido) ORDER BY p.orden) FROM plantillas_prompt p
        WHERE p.id_tema = t.id)) AS fila FROM temas_prompt t WHERE t.id_cliente = $1 AND t.estado = 1 ORDER BY t.orden, t.id`,
  docentes: `SELECT json_build_object('correo', lower(u.correo), 'nombres', u.nombres, 'apellidos', u.apellidos, 'profesion', u.profesion,
      'biografia', u.biography, 'foto', u.foto_perfil) AS fila FROM usuarios u WHERE u.id_cliente = $1
      AND u.id IN (SELECT id_usuario FROM curso_docentes d JOIN cursos c ON c.id = d.id_curso AND c.archivado_en IS NULL)
    ORDER BY lower(u.correo)`,
  cursos: `SELECT to_jsonb(c) - '{id,id_cliente,id_categoria,orden,nuevo,version,version_precio,version_avances,creado_en,actualizado_en,renombrado_en,busqueda}'::text[]
      || jsonb_build_object('categoria', k.nombre, 'docentes', (SELECT json_agg(lower(u.correo) ORDER BY d.orden) FROM curso_docentes d
        JOIN usuarios u ON u.id = d.id_usuario WHERE d.id_curso = c.id)) AS fila
    FROM cursos c JOIN categorias k ON k.id = c.id_categoria WHERE c.id_cliente = $1 AND c.archivado_en IS NULL ORDER BY c.nombre`,
  modulos: `SELECT json_build_object('curso', c.nombre, 'clave', m.clave, 'nombre', m.nombre, 'horas', m.horas, 'orden', m.orden) AS fila
    FROM modulos m JOIN cursos c ON c.id = m.id_curso WHERE c.id_cliente = $1 AND m.activo ORDER BY c.nombre, m.orden`,
  lecciones: `SELECT json_build_object('curso', c.nombre, 'modulo', m.orden, 'clave', l.clave, 'titulo', l.titulo, 'contenido', l.contenido,
      'duracion', l.duracion, 'gratis', l.gratis, 'orden', l.orden) AS fila FROM lecciones l JOIN modulos m ON m.id = l.id_modulo
      JOIN cursos c ON c.id = m.id_curso WHERE c.id_cliente = $1 AND m.activo AND l.activo ORDER BY c.nombre, m.orden, l.orden`,
  videos: part(
    'archivos',
    "'titulo', x.titulo, 'enlace', x.enlace, 'tipo', x.tipo_video, 'video', x.video, 'hash', x.video_hash",
  ),
  materiales: part(
    'materiales',
    "'tipo', x.tipo, 'nombre', x.nombre, 'texto', x.texto, 'ruta', x.ruta, 'formato', x.formato, 'tamano', x.tamano",
  ),
  sesiones: part(
    'sesiones',
    "'nombre', x.nombre, 'inicio', x.inicio, 'duracion', x.duracion, 'enlace', x.enlace, 'cancelada', x.cancelada_en",
  ),
  evaluaciones: `SELECT json_build_object('curso', c.nombre, 'modulo', m.orden, 'clave', e.clave, 'nombre', e.nombre,
      'instrucciones', e.instrucciones, 'modelo', e.modelo, 'intentos', e.intentos, 'duracion', e.duracion, 'abre', e.fecha_apertura,
      'cierra', e.fecha_cierre, 'estado', e.estado) AS fila
    FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso LEFT JOIN modulos m ON m.id = e.id_modulo
    WHERE c.id_cliente = $1 AND coalesce(m.activo, true) ORDER BY c.nombre, m.orden NULLS FIRST, e.nombre`,
  preguntas: `SELECT json_build_object('curso', c.nombre, 'evaluacion', e.nombre, 'orden', p.orden, 'pregunta', p.pregunta, 'tipo', p.tipo_pregunta,
      'valor', p.valor, 'imagen', p.imagen, 'imagen_alt', p.imagen_alt, 'criterio', p.criterio, 'respuestas', p.respuestas,
      'explicacion', p.explicacion, 'leccion', l.titulo, 'segundo', p.segundo,
      'opciones', (SELECT json_agg(json_build_array(o.opcion, o.condicion) ORDER BY o.orden) FROM opciones o WHERE o.id_pregunta = p.id)) AS fila
    FROM preguntas p JOIN evaluaciones e ON e.id = p.id_evaluacion JOIN cursos c ON c.id = e.id_curso
      LEFT JOIN modulos m ON m.id = e.id_modulo LEFT JOIN lecciones l ON l.id = p.id_leccion
    WHERE c.id_cliente = $1 AND p.activo AND coalesce(m.activo, true) ORDER BY c.nombre, m.orden NULLS FIRST, e.nombre, p.orden`,
}

/** Of the shown lessons, in the order of their places. */
function part(table: string, columns: string): string {
  return `SELECT json_build_object('curso', c.nombre, 'modulo', m.orden, 'leccion', l.orden, 'orden', x.orden, ${columns}) AS fila
    FROM ${table} x JOIN lecciones l ON l.id = x.id_leccion JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso
    WHERE c.id_cliente = $1 AND m.activo AND l.activo ORDER BY c.nombre, m.orden, l.orden, x.orden`
}

const PICTURE = /\/api\/storage\/(?:imagenes|fotos)\/[0-9a-f]{64}-1280\.webp/g

export type ContentRows = { tables: Record<string, unknown[]>; pictures: string[] }

/** A brand's content by meaning, and the addresses of its pictures in the order in which they are met. */
export async function contentRows({ database }: TestApp, slug: string): Promise<ContentRows> {
  const { rows } = await database.pool.query('SELECT id FROM clientes WHERE slug = $1', [slug])
  const tables: Record<string, unknown[]> = {}
  const pictures: string[] = []
  for (const [name, text] of Object.entries(TABLES)) {
    const found = await database.pool.query(text, [rows[0]?.id])
    const json = JSON.stringify(found.rows.map(({ fila }) => fila))
    pictures.push(...(json.match(PICTURE) ?? []))
    tables[name] = JSON.parse(json.replace(PICTURE, 'imagen'))
  }
  return { tables, pictures }
}
