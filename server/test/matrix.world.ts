import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { aCourse, anEnrolment, anExam, aPerson, limaDay } from './builders.ts'
import type { TestApp } from './harness.ts'

/** In every text of the victim: a denied response that contains it leaks. */
export const MARK = 'kanari'

export const CODE = 'REF71717'

/** Readable only by the victim and the staff who work with it. */
export const PRIVATE = {
  correo: `${MARK}-correo@prueba.pe`,
  numero_documento: '71717171',
  telefono: '+51 971 717 171',
  direccion: `Jirón ${MARK}-direccion 17`,
  fecha_nacimiento: '1971-07-17',
}

/** In the order of the columns of the table. */
export const PEOPLE = [
  'anónimo',
  'ajeno',
  'otra marca',
  'compañero',
  'vencido',
  'otro docente',
  'docente',
  'otro admin',
  'dueña',
  'admin',
  'plataforma',
  'soporte',
  'caja',
  'otra plataforma',
  'otro soporte',
  'otra caja',
] as const
export type Someone = (typeof PEOPLE)[number]

/** Of the people who are staff. */
export const ROLES_OF: Partial<Record<Someone, readonly Role[]>> = {
  'otro docente': ['docente'],
  docente: ['docente'],
  'otro admin': ['marca'],
  admin: ['marca'],
  plataforma: ['plataforma'],
  soporte: ['soporte'],
  caja: ['caja'],
  'otra plataforma': ['plataforma'],
  'otro soporte': ['soporte'],
  'otra caja': ['caja'],
}

/** A victim, everyone who may see her data, and their course. */
export type World = Awaited<ReturnType<typeof buildWorld>>

type Student = Parameters<typeof aPerson>[1]

async function buildPeople(t: TestApp) {
  const { db } = t.deps
  const made = (values: Student = {}) => aPerson(db, values)
  const owner = await made({
    ...PRIVATE,
    nombres: `Zuleika ${MARK}-nombres`,
    apellidos: `${MARK}-apellidos`,
    ciudad: `${MARK}-ciudad`,
    profesion: `${MARK}-profesion`,
  })
  const people: Record<Exclude<Someone, 'anónimo'>, number> = {
    ajeno: (await made()).id,
    'otra marca': (await made({ id_cliente: 1 })).id,
    compañero: (await made()).id,
    vencido: (await made()).id,
    'otro docente': (await made({ tipo_cliente: 'Docente' })).id,
    docente: (await made({ tipo_cliente: 'Docente' })).id,
    'otro admin': (await made({ id_cliente: 1, tipo_cliente: 'Administrador' })).id,
    dueña: owner.id,
    admin: (await made({ tipo_cliente: 'Administrador' })).id,
    plataforma: (await made({ roles: ['plataforma'] })).id,
    soporte: (await made({ roles: ['soporte'] })).id,
    caja: (await made({ roles: ['caja'] })).id,
    'otra plataforma': (await made({ id_cliente: 1, roles: ['plataforma'] })).id,
    'otro soporte': (await made({ id_cliente: 1, roles: ['soporte'] })).id,
    'otra caja': (await made({ id_cliente: 1, roles: ['caja'] })).id,
  }
  return people
}

/** Content for enrolled students, and a topic of the prompt generator. */
async function fillCourse(t: TestApp, leccion: number) {
  const { sql: db } = t.database
  await db`UPDATE lecciones SET contenido = ${`<p>${MARK}-leccion</p>`} WHERE id = ${leccion}`
  await db`INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, orden)
    VALUES (${leccion}, ${`${MARK}-video`}, 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'youtube', 'aqz-KE-bpKQ', 1)`
  await db`INSERT INTO materiales (id_leccion, tipo, nombre, texto, orden) VALUES (${leccion}, 'Texto', 'Guía', ${`${MARK}-material`}, 1)`
  await db`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${leccion}, 'En vivo', now() + interval '2 days', ${`https://meet.example.pe/${MARK}-sesion`}, 1)`
  const [tema] = await db`INSERT INTO temas_prompt (id_cliente, nombre) VALUES (2, 'Tema') RETURNING id`
  await db`INSERT INTO preguntas_prompt (id_tema, texto, tipo, variable, orden) VALUES (${tema?.id}, '¿De qué?', 'abierta', 'asunto', 1)`
  await db`INSERT INTO plantillas_prompt (id_tema, orden, titulo, contenido) VALUES (${tema?.id}, 1, 'Uno', 'Escribe de {{asunto}}')`
  for (const marca of [1, 2])
    await db`INSERT INTO paginas (id_cliente, clave, titulo, markdown) VALUES (${marca}, 'terminos', 'Términos', 'Texto.')`
  return Number(tema?.id)
}

/** `matrix.things.ts` adds the rows of the victim. */
export async function buildWorld(t: TestApp) {
  const { db } = t.deps
  const people = await buildPeople(t)
  const course = await aCourse(db, { modules: 2, lessons: 2, teacher: people.docente })
  await aCourse(db, { teacher: people['otro docente'] })
  const cheap = await aCourse(db, { nombre: 'Curso por comprar' })
  for (const who of ['dueña', 'compañero'] as const) await anEnrolment(db, people[who], course.id)
  await anEnrolment(db, people.vencido, course.id, { fecha_vencimiento: limaDay(-1) })
  const modulo = course.modulos[0]
  const leccion = modulo?.lecciones[0]
  if (!modulo || !leccion) throw new Error('the course has no lesson')
  const exam = await anExam(db, { id_curso: course.id, id_modulo: modulo.id, open: [5] })
  const survey = await anExam(db, { id_curso: course.id, modelo: 2, values: [0] })
  const tema = await fillCourse(t, leccion.id)
  return {
    t,
    people,
    /** A new token, because a call may end the session of its token. */
    tokenOf: (who: Someone) => (who === 'anónimo' ? undefined : t.tokenOf(people[who])),
    course,
    modulo,
    leccion,
    cheap,
    exam,
    survey,
    tema,
  }
}

/** Tables that change with any request. */
const APART = ['limites', 'secretos', 'auditoria']
const OWNER_COLUMNS = ['id_usuario', 'usuario_id', 'id_alumno']

const NOTES = `CREATE SCHEMA vigia;
  CREATE UNLOGGED TABLE vigia.cambios (tabla text, duenos bigint[]);
  CREATE FUNCTION vigia.anotar() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'usado_en' = to_jsonb(NEW) - 'usado_en' THEN RETURN NULL; END IF;
    INSERT INTO vigia.cambios VALUES (TG_TABLE_NAME,
      ARRAY[(to_jsonb(OLD) ->> TG_ARGV[0])::bigint, (to_jsonb(NEW) ->> TG_ARGV[0])::bigint]);
    RETURN NULL;
  END $$`

/**
 * Notes every row that changes from now on. The function it returns takes the notes, and names the tables: of the rows of
 * `owner`, or of all.
 */
export async function watchRows(t: TestApp): Promise<(owner?: number) => Promise<string[]>> {
  const { sql: db } = t.database
  const tables =
    await db`SELECT table_name AS tabla, array_agg(column_name::text) AS columnas FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1`
  const triggers = tables.flatMap(({ tabla, columnas }) => {
    if (APART.includes(tabla)) return []
    const owner = tabla === 'usuarios' ? 'id' : OWNER_COLUMNS.find((name) => columnas.includes(name))
    return `CREATE TRIGGER vigia AFTER INSERT OR UPDATE OR DELETE ON "${tabla}"
      FOR EACH ROW EXECUTE FUNCTION vigia.anotar('${owner ?? ''}')`
  })
  const jobs = `CREATE TRIGGER vigia AFTER INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION vigia.anotar('')`
  await db.unsafe([NOTES, ...triggers, jobs].join(';'))
  return async (owner) => {
    const notes = await db`WITH notas AS (DELETE FROM vigia.cambios RETURNING tabla, duenos)
      SELECT DISTINCT tabla FROM notas WHERE ${owner ?? null}::bigint IS NULL OR ${owner ?? null} = ANY (duenos) ORDER BY 1`
    return notes.map(({ tabla }) => tabla)
  }
}

export const fresh = (what: string): string => `${MARK}-${what}-${randomUUID().slice(0, 8)}`
