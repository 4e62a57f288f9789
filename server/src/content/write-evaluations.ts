import { and, count, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { evaluaciones, opciones, preguntas } from '../features/exams/exams.tables.ts'
import type { Db } from '../platform/db/database.ts'
import type { Evaluation, Question } from './course.ts'
import { type Ids, overwrite } from './rows.ts'

type Outline = { modules: Ids; lessons: Ids }

const keyOf = (idModulo: number | null, clave: string) => `${idModulo ?? 0} ${clave}`

/** Updates the evaluations that the course has and adds the others; answers each one's id, in the order given. */
async function writeHeads(tx: Db, id_curso: number, given: Evaluation[], modules: Ids): Promise<number[]> {
  const there = await tx
    .select({ id: evaluaciones.id, id_modulo: evaluaciones.id_modulo, clave: evaluaciones.clave })
    .from(evaluaciones)
    .where(eq(evaluaciones.id_curso, id_curso))
  const idByKey = new Map(there.map(({ id, id_modulo, clave }) => [keyOf(id_modulo, clave), id]))
  const rows = given.map(({ modulo, preguntas: _, ...rest }) => ({
    ...rest,
    id_curso,
    id_modulo: modulo === null ? null : (modules.get(modulo) ?? null),
    estado: 1,
  }))
  const fresh = rows.filter((row) => !idByKey.has(keyOf(row.id_modulo, row.clave)))
  const added = fresh.length
    ? await tx
        .insert(evaluaciones)
        .values(fresh)
        .returning({ id: evaluaciones.id, id_modulo: evaluaciones.id_modulo, clave: evaluaciones.clave })
    : []
  const known = rows.flatMap((row) => {
    const id = idByKey.get(keyOf(row.id_modulo, row.clave))
    return id === undefined ? [] : [{ ...row, id }]
  })
  if (known.length > 0) {
    // One UPDATE for many rows: an insert that always meets its own id.
    const update = tx.insert(evaluaciones).overridingSystemValue().values(known)
    await update.onConflictDoUpdate({ target: evaluaciones.id, set: overwrite(known) })
  }
  for (const { id, id_modulo, clave } of added) idByKey.set(keyOf(id_modulo, clave), id)
  return rows.map((row) => idByKey.get(keyOf(row.id_modulo, row.clave)) ?? 0)
}

type Stored = { id: number; id_evaluacion: number; orden: number; tipo_pregunta: 1 | 2; options: number }
type Row = Omit<typeof preguntas.$inferInsert, 'id'> & { id_evaluacion: number; orden: number; tipo_pregunta: 1 | 2 }

const rowOf = (id_evaluacion: number, question: Question, at: number, lessons: Ids): Row => ({
  id_evaluacion,
  pregunta: question.pregunta,
  tipo_pregunta: question.opciones ? 1 : 2,
  valor: question.valor ?? 0,
  explicacion: question.explicacion ?? null,
  id_leccion: question.leccion === null ? null : (lessons.get(question.leccion) ?? null),
  segundo: question.segundo ?? null,
  orden: at + 1,
  activo: true,
})

/**
 * The stored question that a question of the files goes on as: the same position, the same kind and no option too
 * many. Answers given point at options, so none is ever deleted: a question that loses some becomes a new one.
 */
function sameQuestion(stored: Stored[], row: Row, options: number): Stored | undefined {
  return stored.find(
    (old) =>
      old.id_evaluacion === row.id_evaluacion &&
      old.orden === row.orden &&
      old.tipo_pregunta === row.tipo_pregunta &&
      old.options <= options,
  )
}

async function storedQuestions(tx: Db, ids: number[]): Promise<Stored[]> {
  if (ids.length === 0) return []
  return tx
    .select({
      id: preguntas.id,
      id_evaluacion: preguntas.id_evaluacion,
      orden: preguntas.orden,
      tipo_pregunta: preguntas.tipo_pregunta,
      options: count(opciones.id),
    })
    .from(preguntas)
    .leftJoin(opciones, eq(opciones.id_pregunta, preguntas.id))
    .where(inArray(preguntas.id_evaluacion, ids))
    .groupBy(preguntas.id)
    .orderBy(desc(preguntas.activo), desc(preguntas.id))
}

/** Writes the questions and answers each one's id, in the order given; those of before are hidden. */
async function writeQuestions(tx: Db, ids: number[], given: { row: Row; question: Question }[]): Promise<number[]> {
  const stored = await storedQuestions(tx, ids)
  const matched = given.map(({ row, question }) => ({
    row,
    id: sameQuestion(stored, row, question.opciones?.length ?? 0)?.id,
  }))
  const fresh = matched.filter(({ id }) => id === undefined).map(({ row }) => row)
  const known = matched.flatMap(({ row, id }) => (id === undefined ? [] : [{ ...row, id }]))
  if (known.length > 0) {
    const update = tx.insert(preguntas).overridingSystemValue().values(known)
    await update.onConflictDoUpdate({ target: preguntas.id, set: overwrite(known) })
  }
  const added = fresh.length ? await tx.insert(preguntas).values(fresh).returning({ id: preguntas.id }) : []
  const rest = added.values()
  const all = matched.map(({ id }) => id ?? rest.next().value?.id ?? 0)
  if (ids.length > 0)
    await tx
      .update(preguntas)
      .set({ activo: false })
      .where(and(inArray(preguntas.id_evaluacion, ids), notInArray(preguntas.id, all)))
  return all
}

async function writeOptions(tx: Db, given: { id_pregunta: number; question: Question }[]): Promise<void> {
  const rows = given.flatMap(({ id_pregunta, question: { opciones: options = [], correcta } }) =>
    options.map((opcion, at) => ({ id_pregunta, opcion, condicion: correcta === at + 1, orden: at + 1 })),
  )
  if (rows.length === 0) return
  // One option at most is right, at every moment: the former one steps down first.
  const wrong = rows
    .filter(({ condicion }) => !condicion)
    .map(({ id_pregunta, orden }) => sql`(${id_pregunta}::int, ${orden}::int)`)
  if (wrong.length > 0) {
    await tx
      .update(opciones)
      .set({ condicion: false })
      .where(
        and(opciones.condicion, sql`(${opciones.id_pregunta}, ${opciones.orden}) IN (${sql.join(wrong, sql`, `)})`),
      )
  }
  const set = { opcion: sql`excluded.opcion`, condicion: sql`excluded.condicion` }
  await tx
    .insert(opciones)
    .values(rows)
    .onConflictDoUpdate({ target: [opciones.id_pregunta, opciones.orden], set })
}

/**
 * Writes a course's exams and surveys. Questions keep their ids by position, so attempts under way and saved answers
 * stay true; what the files no longer have is hidden.
 */
export async function writeEvaluations(
  tx: Db,
  id_curso: number,
  given: Evaluation[],
  { modules, lessons }: Outline,
): Promise<void> {
  const ids = await writeHeads(tx, id_curso, given, modules)
  await tx
    .update(evaluaciones)
    .set({ estado: 0 })
    .where(and(eq(evaluaciones.id_curso, id_curso), notInArray(evaluaciones.id, ids)))
  const all = given.flatMap((evaluation, n) =>
    evaluation.preguntas.map((question, at) => ({ question, row: rowOf(ids[n] ?? 0, question, at, lessons) })),
  )
  const questionIds = await writeQuestions(tx, ids, all)
  await writeOptions(
    tx,
    all.map(({ question }, at) => ({ id_pregunta: questionIds[at] ?? 0, question })),
  )
}
