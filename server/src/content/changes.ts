import type { AuditEntry } from '@campus/contract/audit'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../platform/db/database.ts'

/** Content by kind: brand, key and all of its content, but no counters that users change. */
const KINDS: Record<string, string> = {
  marcas: 'SELECT b.id, b.id, jsonb_build_array(b, x) FROM clientes b LEFT JOIN botones x ON x.id_cliente = b.id',
  paginas: 'SELECT id_cliente, clave, jsonb_build_array(titulo, markdown) FROM paginas',
  categorias: 'SELECT id_cliente, id, to_jsonb(t) FROM categorias t',
  personas: `SELECT id_cliente, id, jsonb_build_array(to_jsonb(u) - ARRAY['password_hash', 'ranking_iniciales', 'profesion_visible'],
      (SELECT jsonb_agg(r.rol ORDER BY r.rol) FROM roles_personal r WHERE r.id_usuario = u.id))
    FROM usuarios u WHERE tipo_cliente <> 'Alumno'`,
  cursos: `SELECT c.id_cliente, c.id, jsonb_build_array(c,
      (SELECT jsonb_agg(d ORDER BY d.orden, d.id_usuario) FROM curso_docentes d WHERE d.id_curso = c.id)) FROM cursos c`,
  modulos: 'SELECT c.id_cliente, m.id, to_jsonb(m) FROM modulos m JOIN cursos c ON c.id = m.id_curso',
  lecciones: `SELECT c.id_cliente, l.id, jsonb_build_array(l,
      (SELECT jsonb_agg(a ORDER BY a.orden) FROM archivos a WHERE a.id_leccion = l.id),
      (SELECT jsonb_agg(a ORDER BY a.orden) FROM materiales a WHERE a.id_leccion = l.id),
      (SELECT jsonb_agg(s ORDER BY s.orden) FROM sesiones s WHERE s.id_leccion = l.id))
    FROM lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso`,
  evaluaciones: `SELECT c.id_cliente, e.id, jsonb_build_array(e, (SELECT jsonb_agg(jsonb_build_array(p,
        (SELECT jsonb_agg(o ORDER BY o.orden) FROM opciones o WHERE o.id_pregunta = p.id)) ORDER BY p.id)
      FROM preguntas p WHERE p.id_evaluacion = e.id)) FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso`,
  premios: 'SELECT id_cliente, id, to_jsonb(t) FROM premios t',
  // Without ids: questions and templates are rewritten by every load.
  temas: `SELECT t.id_cliente, t.id, jsonb_build_array(t,
      (SELECT jsonb_agg(jsonb_build_array(p.texto, p.tipo, p.variable,
          (SELECT jsonb_agg(o.texto ORDER BY o.orden) FROM opciones_prompt o WHERE o.id_pregunta = p.id)) ORDER BY p.orden)
        FROM preguntas_prompt p WHERE p.id_tema = t.id),
      (SELECT jsonb_agg(jsonb_build_array(p.titulo, p.contenido) ORDER BY p.orden) FROM plantillas_prompt p WHERE p.id_tema = t.id))
    FROM temas_prompt t`,
  foros: `SELECT id_cliente, clave, jsonb_build_array(id_usuario, tipo_foro, id_curso, id_modulo, titulo, descripcion, contenido,
      eliminado_en IS NULL) FROM foros WHERE clave IS NOT NULL`,
}

type ContentRow = { tipo: string; marca: number; clave: string; huella: string }

const kind = ([name, query]: [string, string], brands: number[]): SQL =>
  sql`SELECT ${sql.raw(`'${name}'`)} AS tipo, marca, clave::text, md5(dice::text) AS huella
    FROM (${sql.raw(query)}) AS q (marca, clave, dice) WHERE marca = ANY(${sql.param(brands)}::int[])`

async function contentOf(tx: Db, brands: number[]): Promise<Map<string, ContentRow>> {
  const kinds = Object.entries(KINDS).map((entry) => kind(entry, brands))
  const rows = await query<ContentRow>(tx, sql.join(kinds, sql` UNION ALL `))
  return new Map(rows.map((thing) => [`${thing.tipo} ${thing.marca} ${thing.clave}`, thing]))
}

/** For example `cursos: 2`. */
function countByKind(things: ContentRow[]): string[] {
  const numbers = Object.keys(KINDS).map((name) => [name, things.filter(({ tipo }) => tipo === name).length] as const)
  return numbers.filter(([, number]) => number > 0).map(([name, number]) => `${name}: ${number}`)
}

/** Reads the content before a load; the returned function compares it by brand, for the audit log. */
export async function watchContent(
  tx: Db,
  brands: number[],
): Promise<() => Promise<Map<number, AuditEntry['detalle']>>> {
  const before = await contentOf(tx, brands)
  return async () => {
    const after = await contentOf(tx, brands)
    const nuevos = [...after].filter(([key]) => !before.has(key)).map(([, thing]) => thing)
    const cambiados = [...after].filter(([key, { huella }]) => (before.get(key)?.huella ?? huella) !== huella)
    const all = { nuevos, cambiados: cambiados.map(([, thing]) => thing) }
    const ofBrand = (id: number) =>
      Object.fromEntries(
        Object.entries(all).map(([word, things]) => [word, countByKind(things.filter(({ marca }) => marca === id))]),
      )
    return new Map(brands.map((id) => [id, ofBrand(id)]))
  }
}
