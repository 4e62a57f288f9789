import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { changedMeanwhile } from './waiting.ts'

const t = useApp()

// Calls check access, then read the locked table; access ends in between.
const READS: [
  name: string,
  table: string,
  path: (ids: { course: number; module: number; lesson: number }) => string,
][] = [
  ['comments of a lesson', 'comentarios', ({ lesson }) => `/api/comentarios/leccion/${lesson}`],
  ['lessons of a module', 'lecciones', ({ module }) => `/api/lecciones/modulo/${module}`],
  ['a lesson', 'materiales', ({ lesson }) => `/api/lecciones/detallado/${lesson}`],
  ['materials of a lesson', 'materiales', ({ lesson }) => `/api/materiales/leccion/${lesson}`],
  ['forums of a course', 'foros', ({ course }) => `/api/foros/curso/${course}`],
]

it.each(READS)('%s: returns nothing once access has ended', async (_, table, pathOf) => {
  const { db } = t.deps
  const [student, course] = [await aPerson(db), await aCourse(db)]
  const place = await anEnrolment(db, student.id, course.id)
  const token = await t.tokenOf(student.id)
  const [module] = course.modulos
  const path = pathOf({ course: course.id, module: module?.id ?? 0, lesson: module?.lecciones[0]?.id ?? 0 })
  expect((await t.call('GET', path, { token })).status).toBe(200)

  await changedMeanwhile(t, {
    hold: sql`LOCK TABLE ${sql.identifier(table)} IN ACCESS EXCLUSIVE MODE`,
    start: () => t.call('GET', `${path}?k=1`, { token }),
    change: sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id = ${place.id}`,
  })
  for (const address of [`${path}?k=1`, path, `${path}?k=2`])
    expect((await t.call('GET', address, { token })).status).toBe(403)
})
