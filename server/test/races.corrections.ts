import { aCourse, anEnrolment, anExam, aPerson } from './builders.ts'
import { answersTo } from './exams.ts'
import { aClass, answered, countIn, type Race, type Track, together } from './races.track.ts'

const TAKES_PART = 4

/** Students with a certificate by one exam of a module and an attempt of another open, which every second one will pass. */
async function certified(track: Track) {
  const { t, copies, parallel } = track
  const course = await aCourse(t.deps.db)
  const shape = { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? null }
  const [first, second] = [await anExam(t.deps.db, shape), await anExam(t.deps.db, shape)]
  const begin = async (exam: typeof first, token: string, right: number) => {
    const body = { id_evaluacion: exam.id }
    const detail = Number((await copies.ask('POST', '/detalle-evaluacion', { token, body })).body.data.id)
    await copies.ask('POST', `/detalle-evaluacion/${detail}/intentos`, { token })
    await copies.ask('POST', '/respuestas', { token, body: answersTo(exam, detail, right) })
    return () => copies.ask('PUT', `/detalle-evaluacion/${detail}`, { token, body: {} })
  }
  return Promise.all(
    (await aClass(track, parallel)).map(async ({ id, token }, n) => {
      await anEnrolment(t.deps.db, id, course.id)
      const submitFirst = await begin(first, token, 2)
      await submitFirst()
      const passes = n % 2 === 0
      const submit = await begin(second, token, passes ? 2 : 0)
      const [row] = await t.database.sql`SELECT r.id AS answer, u.numero_documento AS dni, u.version,
          (SELECT c.codigo_certificado FROM certificados c WHERE c.id_usuario = u.id AND c.id_modulo IS NOT NULL) AS code
        FROM usuarios u JOIN detalle_evaluacion d ON d.id_alumno = u.id AND d.id_evaluacion = ${first.id}
        JOIN intentos_evaluacion i ON i.id_detalle = d.id JOIN respuestas r ON r.id_intento = i.id
        WHERE u.id = ${id} ORDER BY r.id LIMIT 1`
      const { answer, dni, version, code } = row ?? {}
      return { id, submit, passes, revoked: n % 3 === 0, answer, dni, version, code }
    }),
  )
}

const shuffled = (many: number): number[] =>
  Array.from({ length: many }, (_, n) => ({ n, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ n }) => n)

/**
 * A grade that gave a certificate is lowered while its student passes another exam or fails it, an administrator revokes
 * the certificate, and another corrects the name: it is valid where it is earned and was not revoked, with the best grade.
 */
export const lowered: Race = async (track) => {
  const { t, copies } = track
  const students = await certified(track)
  const staff = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
  const token = await t.tokenOf(staff.id)
  const reason = { motivo: 'Se revisó todo.' }
  const acts: ((student: (typeof students)[number]) => ReturnType<typeof copies.ask>)[] = [
    ({ answer }) => {
      const body = { ...reason, puntos: 0, version: 0, acepta_certificados: true }
      return copies.ask('PUT', `/gestion/calificaciones/${answer}/correccion`, { token, body })
    },
    ({ submit }) => submit(),
    ({ revoked, code }) =>
      revoked
        ? copies.ask('POST', `/certificados/${code}/revocar`, { token, body: reason })
        : copies.ask('GET', `/certificados/validacion/${code}`, {}),
    ({ id, dni, version }) => {
      const body = { ...reason, nombres: 'Nombre', apellidos: 'Corregido', numero_documento: dni ?? '', version }
      return copies.ask('PUT', `/gestion/alumnos/${id}`, { token, body })
    },
  ]
  const order = shuffled(TAKES_PART * students.length)
  const replies = await together(order.length, (n) => {
    const place = order[n] ?? 0
    const student = students[Math.floor(place / TAKES_PART)]
    const act = acts[place % TAKES_PART]
    if (!student || !act) throw new Error('no student')
    return act(student)
  })
  answered(replies, { 200: order.length })
  const ids = (which: typeof students) => which.map(({ id }) => id)
  const all = ids(students)
  const counted = (where: string, who: number[]) =>
    countIn(track, `SELECT count(*) AS n FROM certificados c WHERE c.id_usuario = ANY($1) AND ${where}`, [who])
  const passing = students.filter(({ passes }) => passes)
  const failing = students.filter(({ passes }) => !passes)
  const revoked = students.filter((student) => student.revoked)
  const ofModule = 'c.id_modulo IS NOT NULL'
  const told = `SELECT count(*) AS n FROM notificaciones WHERE id_usuario = ANY($1) AND clave LIKE 'correccion:%' AND mensaje LIKE 'Tu nota bajó%'`
  const pointless = `(c.estado = 'vigente') <> EXISTS (SELECT 1 FROM puntos p WHERE p.id_usuario = c.id_usuario AND p.motivo = 'certificado'
    AND p.clave IN ('modulo:' || c.id_modulo, CASE WHEN c.id_modulo IS NULL THEN 'curso:' || c.id_curso END))`
  return {
    'revoked by hand': {
      met: await counted(`${ofModule} AND c.causa_revocacion = 'academia'`, ids(revoked)),
      due: revoked.length,
    },
    'valid for who passed again': {
      met: await counted(`(c.estado = 'vigente' AND c.nota = 100 OR c.causa_revocacion = 'academia')`, ids(passing)),
      due: 2 * passing.length,
    },
    'valid for who did not': { met: await counted(`c.estado = 'vigente'`, ids(failing)), due: 0 },
    'with the corrected name': { met: await counted(`c.alumno = 'Nombre Corregido'`, all), due: 2 * all.length },
    'with points and not valid, or the reverse': { met: await counted(pointless, all), due: 0 },
    'notices of the correction': { met: await countIn(track, told, [all]), due: all.length },
  }
}
