/**
 * `npm run bench:staff`: what staff do beside its yardstick, in one run: a saved draft and a bare UPDATE, a publication and what
 * the loader writes for the same texts, a preview and a publication, students' calls beside a regrade, beside enrolments
 * that are changed and people who are imported a thousand at a time, and without them.
 */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { openSession } from '../e2e/support/api.ts'
import { startApplication } from '../e2e/support/application.ts'
import { KINDS } from '../server/src/content/document-kinds.ts'
import { type FileText, writeTexts } from '../server/src/kit/documents/content-import.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { median, shoot, stopLoader } from './load.ts'
import { READS, readTarget } from './reads.ts'
import { atLeast, atMost, below, type Figure, printFigures, resultsFile, rounded, writeResults } from './results.ts'
import { makeAcademy, type Student } from './students.ts'
import { write, writeBeside } from './writes.ts'

const LONG = 300
const [QUESTIONS, LESSONS, SAVES, ROUNDS, ATTEMPTS] = [200, 60, 60, 7, 20_000]
const BRAND = 2
const SECONDS = 2

const application = await startApplication()
const { url, databaseUrl } = application
const client = new Client({ connectionString: databaseUrl })
const { db, close } = openDatabase(databaseUrl, { pool: 2, limits: { query: 0 } })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const { token } = await openSession(url, 'admin@demo.pe')
async function ask(method: string, path: string, body?: object) {
  const json = body && !(body instanceof FormData)
  const headers = { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${url}/api/gestion${path}`, {
    method,
    headers,
    body: body instanceof FormData ? body : body && JSON.stringify(body),
  })
  const { data, ...failure } = JSON.parse(await answer.text())
  if (!answer.ok)
    throw new Error(`${method} ${path} returned ${answer.status} ${JSON.stringify(failure).slice(0, 500)}`)
  return data
}

type Text = Record<string, unknown>
const save = (objeto: string, documento: Text, version: number): Promise<{ version: number }> =>
  ask('PUT', `/documentos/${objeto}`, { documento, version })

const question = (n: number) => ({
  ...{ id: `nueva-${n}`, tipo_pregunta: 1, pregunta: `¿Cuál es el resultado del paso ${n}?`, valor: 0.5 },
  ...{
    explicacion: 'Se ordena la tabla y se copia la fórmula.',
    imagen: null,
    imagen_alt: '',
    id_leccion: null,
    segundo: null,
  },
  opciones: ['Uno', 'Dos', 'Tres', 'Cuatro'].map((opcion, at) => ({
    id: `o-${n}-${at}`,
    opcion,
    correcta: at === n % 4,
  })),
})

async function measureDrafts(exam: number): Promise<Figure> {
  const objeto = `evaluacion:${exam}`
  let { documento, version } = await ask('GET', `/documentos/${objeto}`)
  documento = { ...documento, preguntas: Array.from({ length: QUESTIONS }, (_, n) => question(n)) }
  const textOf = (n: number) => ({ ...documento, nombre: `Examen ${n}` })
  await client.query('CREATE TABLE medida (id bigint PRIMARY KEY, documento jsonb)')
  await client.query('INSERT INTO medida VALUES (1, $1)', [JSON.stringify(textOf(0))])
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let n = 1; n <= SAVES; n++) {
    bare.push(
      await timed(() => client.query('UPDATE medida SET documento = $1 WHERE id = 1', [JSON.stringify(textOf(n))])),
    )
    ours.push(await timed(async () => ({ version } = await save(objeto, textOf(n), version))))
  }
  const ratio = median(bare) / median(ours)
  const name = `draft of ${QUESTIONS} questions`
  return {
    name,
    ms: rounded(median(ours)),
    'beside ms': rounded(median(bare)),
    ratio: rounded(ratio, 2),
    bars: [atLeast(ratio, 0.25)],
  }
}

/** Saves and opens a lesson of a long course, whose screen asks for the desk as well. */
async function measureLong(course: number, module: number): Promise<Figure[]> {
  await client.query(
    `INSERT INTO lecciones (id_modulo, clave, titulo, contenido, duracion, orden)
      SELECT $1, 'larga-' || n, 'Lección ' || n, '<p>Abre la hoja y ordena la tabla.</p>', 10, 200 + n FROM generate_series(1, ${LONG - LESSONS}) n`,
    [module],
  )
  const { rows } = await client.query(
    `SELECT 'leccion:' || l.id AS objeto FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = $1 ORDER BY l.id`,
    [course],
  )
  const objeto = rows[0].objeto
  let { documento, version } = await ask('GET', `/documentos/${objeto}`)
  const times = { desk: [] as number[], open: [] as number[], save: [] as number[], bare: [] as number[] }
  for (let n = 1; n <= SAVES; n++) {
    documento = { ...documento, titulo: `Lección, cambio ${n}` }
    times.bare.push(
      await timed(() => client.query('UPDATE medida SET documento = $1 WHERE id = 1', [JSON.stringify(documento)])),
    )
    times.save.push(await timed(async () => ({ version } = await save(objeto, documento, version))))
    times.open.push(await timed(() => ask('GET', `/documentos/${objeto}`)))
    times.desk.push(await timed(() => ask('GET', `/cursos/${course}`)))
  }
  const [desk, open, saved, bare] = [median(times.desk), median(times.open), median(times.save), median(times.bare)]
  const name = `of ${rows.length} lessons`
  return [
    { name: `save a lesson ${name}, beside a bare UPDATE`, ms: rounded(saved), 'beside ms': rounded(bare), bars: [] },
    { name: `open a lesson ${name}, beside saving it`, ms: rounded(open), 'beside ms': rounded(saved), bars: [] },
    { name: `open the desk ${name}, beside a lesson`, ms: rounded(desk), 'beside ms': rounded(open), bars: [] },
  ]
}

/** A course of lessons, alternately published, previewed and written as the loader does. */
async function measurePublishing(course: number): Promise<Figure[]> {
  const { rows } = await client.query(
    `SELECT 'leccion:' || l.id AS objeto FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = $1 ORDER BY l.id`,
    [course],
  )
  const names: string[] = rows.map(({ objeto }) => objeto)
  const times = { files: [] as number[], preview: [] as number[], publish: [] as number[] }
  for (let n = 0; n < ROUNDS; n++) {
    const drafts: { objeto: string; version: number; documento: Text }[] = []
    for (const objeto of names) {
      const now = await ask('GET', `/documentos/${objeto}`)
      const documento = { ...now.documento, titulo: `Lección, vuelta ${n}` }
      drafts.push({ objeto, documento, ...(await save(objeto, documento, now.version)) })
    }
    const documentos = drafts.map(({ objeto, version }) => ({ objeto, version }))
    const texts = drafts.map(({ objeto, documento }) => ({ objeto, documento }) as unknown as FileText)
    times.files.push(await timed(() => db.transaction((tx) => writeTexts(tx, KINDS, texts, BRAND))))
    const [pantalla] = names
    const now = await Promise.all(names.map((objeto) => ask('GET', `/documentos/${objeto}`)))
    const fresh = documentos.map(({ objeto }, at) => ({ objeto, version: now[at].version }))
    times.preview.push(await timed(() => ask('POST', '/vista-previa', { documentos: fresh, pantalla })))
    times.publish.push(await timed(() => ask('POST', '/publicar', { documentos: fresh, acepta_avisos: true })))
  }
  const [files, preview, publish] = [median(times.files), median(times.preview), median(times.publish)]
  const figure = (name: string, ms: number, beside: number, bar: number): Figure => ({
    ...{
      name,
      ms: rounded(ms),
      'beside ms': rounded(beside),
      ratio: rounded(ms / beside, 2),
      bars: [atMost(ms / beside, bar)],
    },
  })
  return [
    figure(`publish ${names.length} lessons, beside the loader's writes`, publish, files, 1.5),
    figure('preview them, beside publishing', preview, publish, 1.2),
  ]
}

const EXAMS = 'exams of 10 questions'

/** How slow the slowest hundredth of students' lessons is, asked three times. */
async function lessonReads(students: Student[]) {
  const [, path] = Object.entries(READS).find(([name]) => name === 'lesson detail') ?? []
  if (!path) throw new Error('no such read')
  const target = readTarget(url, students, path)
  await shoot(target, 1)
  return async () => {
    const shots = [await shoot(target, SECONDS), await shoot(target, SECONDS), await shoot(target, SECONDS)]
    return median(shots.map((one) => one.p99))
  }
}

const CHOSEN = 1000

/** A thousand at a time, again and again while students read; `change` begins a job. */
async function measureChanges(name: string, students: Student[], change: () => Promise<{ id: number }>) {
  const p99 = await lessonReads(students)
  const before = await p99()
  let [jobs, over] = [0, false]
  const changing = (async () => {
    for (; !over; jobs++) {
      await client.query('DELETE FROM limites')
      await finished(await change())
    }
  })()
  const beside = await p99()
  over = true
  await changing
  const alone = (before + (await p99())) / 2
  return {
    ...{ name: `lesson detail beside 1,000 ${name}`, ms: rounded(beside), 'beside ms': rounded(alone) },
    ...{ ratio: rounded(beside / alone, 2), 'times a thousand': jobs, bars: [below(beside / alone, 1.5)] },
  }
}

async function finished({ id }: { id: number }): Promise<void> {
  for (let open = true; open; open = (await ask('GET', `/trabajos/${id}`)).terminado_en === null)
    await new Promise((resume) => setTimeout(resume, 50))
}

async function extending(course: number) {
  const { rows } = await client.query(
    `WITH p AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash) SELECT ${BRAND}, 'Ana', 'Quispe', 'extiende-' || n || '@prueba.pe', 'x'
        FROM generate_series(1, ${CHOSEN}) n RETURNING id)
      INSERT INTO matriculas (id_usuario, id_curso, fecha_vencimiento) SELECT id, $1, '2090-01-01' FROM p RETURNING id`,
    [course],
  )
  const ids = rows.map(({ id }) => Number(id))
  return () => ask('POST', '/matriculas/lote', { ids, accion: 'extender', dias: 1, envio: randomUUID() })
}

/** Reports and imports a file of people who are new. */
const importing = (course: number) => async () => {
  const people = Array.from({ length: CHOSEN }, () => `importa-${randomUUID()}@prueba.pe,Ana,Quispe,${course}`)
  const form = new FormData()
  form.set('tipo', 'personas')
  form.set('envio', randomUUID())
  form.set('archivo', new File([['correo,nombres,apellidos,curso', ...people].join('\n')], 'personas.csv'))
  const read = await ask('POST', '/importaciones', form)
  await finished(read.informe)
  return ask('POST', `/importaciones/${read.id}/ejecutar`, { solo_buenas: true, envio: randomUUID() })
}

async function measureRegrade(exam: number, students: Student[]): Promise<Figure[]> {
  const { rows } = await client.query(
    'SELECT id FROM preguntas WHERE id_evaluacion = $1 AND activo ORDER BY orden LIMIT 1',
    [exam],
  )
  const id_pregunta = rows[0].id
  await client.query(
    `WITH p AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash) SELECT ${BRAND}, 'Ana', 'Quispe', 'recalifica-' || n || '@prueba.pe', 'x'
        FROM generate_series(1, ${ATTEMPTS}) n RETURNING id),
      d AS (INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos) SELECT $1, id, 1 FROM p RETURNING id),
      i AS (INSERT INTO intentos_evaluacion (id_detalle, numero, estado, limite, enviado_en, preguntas, nota, nota_maxima, aprobado)
        SELECT d.id, 1, 'calificado', now(), now(), jsonb_build_array(jsonb_build_object('id', $2::int, 'pregunta', 'Uno', 'tipo_pregunta', 1, 'valor', 2,
          'opciones', (SELECT jsonb_agg(jsonb_build_object('id', o.id, 'opcion', o.opcion, 'condicion', false)) FROM opciones o WHERE o.id_pregunta = $2::int))), 0, 20, false
        FROM d RETURNING id)
      INSERT INTO respuestas (id_intento, id_pregunta, id_opcion, puntos) SELECT i.id, $2::int, (SELECT id FROM opciones WHERE id_pregunta = $2::int AND condicion), 0 FROM i`,
    [exam, id_pregunta],
  )
  const p99 = await lessonReads(students)
  const alone = await p99()
  const writing = { url, databaseUrl, students }
  const sat = await write(EXAMS, writing, 0)
  const body = { id_pregunta, decision: 'clave_nueva', motivo: 'Medida', envio: randomUUID() }
  const { trabajo } = await ask('POST', `/evaluaciones/${exam}/recalificar`, body)
  const doneNow = async () =>
    Number((await client.query('SELECT hechas FROM trabajos WHERE id = $1', [trabajo.id])).rows[0].hechas)
  while ((await doneNow()) === 0) await new Promise((resume) => setTimeout(resume, 50))
  const satBeside = await writeBeside(EXAMS, writing, 1)
  const beside = await p99()
  const done = await doneNow()
  return [
    {
      ...{ name: 'lesson detail beside a regrade', ms: rounded(beside), 'beside ms': rounded(alone) },
      ...{ ratio: rounded(beside / alone, 2), 'attempts done meanwhile': done, bars: [below(beside / alone, 1.5)] },
    },
    {
      ...{ name: `${EXAMS} beside a regrade`, ms: rounded(satBeside.p50), 'beside ms': rounded(sat.p50) },
      ratio: rounded(satBeside.p50 / sat.p50, 2),
    },
  ]
}

try {
  const { students } = await makeAcademy(databaseUrl)
  await client.connect()
  const { rows } =
    await client.query(`SELECT c.id AS course, e.id AS exam, m.id AS module FROM cursos c JOIN evaluaciones e ON e.id_curso = c.id
    JOIN modulos m ON m.id_curso = c.id WHERE c.clave IN ('medida-0', 'medida-1') ORDER BY c.clave, m.orden`)
  const [one, other] = [rows[0], rows.at(-1)]
  await client.query(
    `INSERT INTO lecciones (id_modulo, clave, titulo, contenido, duracion, orden)
      SELECT $1, 'mas-' || n, 'Lección ' || n, '<p>Abre la hoja, ordena la tabla y copia la fórmula.</p>', 10, 100 + n
      FROM generate_series(1, ${LESSONS} - (SELECT count(*) FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = $2)) n`,
    [one.module, one.course],
  )
  const figures = [
    await measureDrafts(one.exam),
    ...(await measurePublishing(one.course)),
    ...(await measureLong(one.course, one.module)),
    ...(await measurePublishing(one.course)),
    await measureChanges('enrolments', students, await extending(one.course)),
    await measureChanges('people who are imported', students, importing(one.course)),
    ...(await measureRegrade(other.exam, students)),
  ]
  printFigures(figures)
  await writeResults(resultsFile('staff'), { figures })
} finally {
  stopLoader()
  await client.end()
  await close()
  await application.stop()
}
