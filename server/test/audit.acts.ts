import { expect } from 'vitest'
import { createResetLink } from '../src/features/accounts/recovery.ts'
import { makeSandboxPayment, sandboxSecret, signNotification } from '../src/features/orders/sandbox.ts'
import { type Act, type Line, of, own } from './audit.calls.ts'
import { FORUMS } from './audit.forums.ts'
import { MANAGEMENT } from './audit.managing.ts'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, PASSWORD } from './builders.ts'
import { answersTo, aStudentWithExam, sit } from './exams.ts'
import type { Answer } from './harness.ts'
import { encodeForm } from './matrix.requests.ts'
import type { World } from './matrix.world.ts'

const A_CODE = expect.stringMatching(/^certificado:CERT-[A-Z]{9}$/)
const AN_ORDER = expect.stringMatching(/^orden:[0-9a-f-]{36}$/)
const AN_ATTEMPT = expect.stringMatching(/^intento:\d+$/)

const registered = ({ body }: Answer): Line[] => [{ id_usuario: body.user.id, sobre: body.user.id }]

const ACCOUNTS: Act[] = [
  own('a login', ['acceso_concedido'], async ({ t }) => {
    const { id, correo } = await aPerson(t.deps.db)
    const body = { email: correo, password: PASSWORD }
    return { who: id, send: () => t.call('POST', '/api/loginalumno', { body }), lines: () => [{ sobre: id }] }
  }),
  own('a login with a wrong password', ['acceso_fallido'], async ({ t }) => {
    const { id, correo } = await aPerson(t.deps.db)
    const body = { email: correo, password: 'no-es-esta' }
    const detalle = { cuenta: expect.stringMatching(/^[0-9a-f]{16}$/) }
    const send = () => t.call('POST', '/api/loginalumno', { body })
    return { who: null, status: 401, send, lines: () => [{ sobre: id, detalle }] }
  }),
  of(
    'GET /usuarios/{id}',
    'compañero',
    ['permiso_negado'],
    () => ({ objeto: 'GET /api/usuarios/:id', detalle: { codigo: 'SIN_PERMISO' } }),
    403,
  ),
  own('a body with fields of the server', ['campos_ajenos'], async ({ t }) => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const body = { mensaje: 'Un mensaje bastante largo', rol: 'Administrador' }
    const line = { objeto: 'POST /api/enviar-soporte', detalle: { campos: ['rol'] } }
    return { who: id, send: () => t.call('POST', '/api/enviar-soporte', { token, body }), lines: () => [line] }
  }),
  of('PUT /actualizar-contrasena/{id}', 'dueña', ['contrasena_cambiada'], (_, { people }) => ({ sobre: people.dueña })),
  own('a recovered password', ['contrasena_restablecida'], async ({ t }) => {
    const { id, correo } = await aPerson(t.deps.db)
    const link = await createResetLink(t.deps.db, correo)
    const body = { token: link?.token, password: 'Otra-clave-1', password_confirmation: 'Otra-clave-1' }
    const send = () => t.call('PUT', `/api/actualizar-contrasena/${id}`, { body })
    return { who: id, send, lines: () => [{ sobre: id }] }
  }),
  of('POST /usuarios/{id}', 'dueña', ['perfil_cambiado'], (_, { people }) => ({
    sobre: people.dueña,
    objeto: `usuario:${people.dueña}`,
    detalle: { campos: ['ciudad'] },
  })),
  own('a name that no one had written', ['perfil_cambiado'], async ({ t }) => {
    const { id } = await aPerson(t.deps.db, { falta_nombre: true })
    const token = await t.tokenOf(id)
    const body = { nombres: 'Luz', apellidos: 'Rojas' }
    const send = () => t.call('PUT', '/api/nombre', { token, body })
    return {
      who: id,
      send,
      lines: () => [{ sobre: id, detalle: { campos: ['nombres', 'apellidos'], certificados: 0 } }],
    }
  }),
  own('a profile with a new password', ['perfil_cambiado', 'contrasena_cambiada'], async ({ t }) => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const password = 'Otra-clave-1'
    const form = { ciudad: 'Puno', password, password_confirmation: password, password_actual: PASSWORD }
    const sent = await encodeForm({ form: { _method: 'PUT', ...form } })
    const send = () => t.call('POST', `/api/usuarios/${id}`, { token, ...sent })
    return {
      who: id,
      send,
      lines: () => [{ sobre: id, objeto: `usuario:${id}`, detalle: { campos: ['ciudad'] } }, { sobre: id }],
    }
  }),
  own('a registration', ['cuenta_creada'], async (world) => {
    const { send } = await of('POST /auth/register', 'anónimo', []).make(world)
    return { who: null, send, lines: registered }
  }),
  own('a registration by form', ['cuenta_creada'], async (world) => {
    const { send } = await of('POST /usuarios', 'anónimo', []).make(world)
    return { who: null, send, lines: registered }
  }),
  own('a deleted account', ['cuenta_eliminada'], async ({ t }) => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const send = () => t.call('DELETE', `/api/usuarios/${id}`, { token, body: { password: PASSWORD } })
    return { who: id, send, lines: () => [{ sobre: id, objeto: `usuario:${id}` }] }
  }),
]

const begun = (id: string, { people }: World): Line => ({
  sobre: people.dueña,
  objeto: `detalle:${id}`,
  detalle: { numero: 1 },
})

const EXAMS: Act[] = [
  of('GET /detalle-evaluacion/{id}/incrementar-intento', 'dueña', ['intento_iniciado'], begun),
  of('POST /detalle-evaluacion/{id}/intentos', 'dueña', ['intento_iniciado'], begun),
  of('PUT /detalle-evaluacion/{id}', 'dueña', ['intento_enviado'], (_, { people }) => ({
    sobre: people.dueña,
    objeto: AN_ATTEMPT,
    detalle: { nota: null, aprobado: null },
  })),
  own('a passed exam', ['intento_enviado', 'certificado_emitido', 'certificado_emitido'], async ({ t }) => {
    const { student, course, exam, token, detail } = await aStudentWithExam(t, { values: [20] })
    await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
    await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
    const certificate = {
      sobre: student.id,
      objeto: A_CODE,
      detalle: { curso: course.id, modulo: expect.toBeOneOf([null, course.modulos[0]?.id]) },
    }
    const sent = { sobre: student.id, objeto: AN_ATTEMPT, detalle: { nota: 20, aprobado: true } }
    const send = () => t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
    return { who: student.id, send, lines: () => [sent, certificate, certificate] }
  }),
  of('PUT /calificaciones/{id}', 'docente', ['intento_calificado'], (id, { people }) => ({
    sobre: people.dueña,
    objeto: AN_ATTEMPT,
    detalle: { respuesta: Number(id), antes: null, puntos: 5 },
  })),
  of('PUT /gestion/calificaciones/{id}/correccion', 'docente', ['intento_calificado'], (id, { people }) => ({
    sobre: people.dueña,
    objeto: AN_ATTEMPT,
    detalle: {
      respuesta: Number(id),
      ...{ antes: 5, puntos: 7, motivo: 'Faltó leer el final.', nota_antes: 20, nota: 7 },
    },
  })),
  of('POST /certificados', 'dueña', ['certificado_emitido'], (_, { people }) => ({
    sobre: people.dueña,
    objeto: A_CODE,
    detalle: { curso: expect.any(Number), modulo: null },
  })),
  own('a bettered certificate', ['certificado_mejorado'], async ({ t }) => {
    const { id: id_curso } = await aCourse(t.deps.db)
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, id_curso)
    const exam = await anExam(t.deps.db, { id_curso })
    const token = await t.tokenOf(student.id)
    await anAttempt(t.deps.db, student.id, exam.id, { nota: 15 })
    const { data } = (await t.call('POST', '/api/certificados', { token, body: { id_curso } })).body
    await anAttempt(t.deps.db, student.id, exam.id, { nota: 20 })
    const detalle = { curso: id_curso, modulo: null }
    const line = { sobre: student.id, objeto: `certificado:${data.codigo_certificado}`, detalle }
    return {
      who: student.id,
      send: () => t.call('PUT', `/api/certificados/${data.id}`, { token }),
      lines: () => [line],
    }
  }),
  own(
    'a lowered grade of a certificate',
    ['intento_calificado', 'certificado_corregido', 'certificado_corregido'],
    async ({ t }) => {
      const { student, course, exam, token } = await aStudentWithExam(t)
      await sit(t, exam, token)
      const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
      const body = { puntos: 4, motivo: 'La copió.', version: 0, acepta_certificados: true }
      const [row] = await t.database.sql`SELECT r.id FROM respuestas r WHERE r.id_pregunta = ${exam.preguntas[0]?.id}`
      const path = `/api/gestion/calificaciones/${row?.id}/correccion`
      const staff = await t.tokenOf(teacher.id)
      const modulo = expect.toBeOneOf([null, course.modulos[0]?.id])
      const detalle = { curso: course.id, modulo, antes: 100, nota: 70, motivo: 'La copió.' }
      const certificate = { sobre: student.id, objeto: A_CODE, detalle }
      const graded = { sobre: student.id, objeto: AN_ATTEMPT, detalle: expect.objectContaining({ nota: 14 }) }
      return {
        who: teacher.id,
        send: () => t.call('PUT', path, { token: staff, body }),
        lines: () => [graded, certificate, certificate],
      }
    },
  ),
  own(
    'a certificate that is earned again',
    ['intento_enviado', 'certificado_restaurado', 'certificado_restaurado'],
    async ({ t }) => {
      const { student, course, exam, token, detail } = await aStudentWithExam(t, { intentos: 2 })
      await sit(t, exam, token)
      await t.database.sql`UPDATE certificados SET estado = 'revocado', fecha_revocacion = now(),
        motivo_revocacion = 'La copió.', causa_revocacion = 'correccion' WHERE id_usuario = ${student.id}`
      await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token })
      await t.call('POST', '/api/respuestas', { token, body: answersTo(exam, detail) })
      const modulo = expect.toBeOneOf([null, course.modulos[0]?.id])
      const certificate = { sobre: student.id, objeto: A_CODE, detalle: { curso: course.id, modulo } }
      const sent = { sobre: student.id, objeto: AN_ATTEMPT, detalle: { nota: 20, aprobado: true } }
      const send = () => t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
      return { who: student.id, send, lines: () => [sent, certificate, certificate] }
    },
  ),
  of('POST /certificados/{codigo}/revocar', 'admin', ['certificado_revocado'], (code, { people, course }) => ({
    sobre: people.dueña,
    objeto: `certificado:${code}`,
    detalle: { curso: course.id, modulo: expect.any(Number), motivo: 'El examen lo dio otra persona.' },
  })),
  of('POST /certificados/{codigo}/restaurar', 'admin', ['certificado_restaurado'], (code, { people, course }) => ({
    sobre: people.dueña,
    objeto: `certificado:${code}`,
    detalle: { curso: course.id, modulo: expect.any(Number), motivo: 'Se aclaró quién dio el examen.' },
  })),
  of('GET /certificados/validacion/{codigo}', 'anónimo', ['certificado_verificado'], (code, { people }) => ({
    sobre: people.dueña,
    objeto: `certificado:${code}`,
  })),
]

const bought = (buyer: number, courses: number[], centimos: number): Line => ({
  sobre: buyer,
  objeto: AN_ORDER,
  detalle: { centimos, cursos: courses.map(String) },
})

const moved = (buyer: number, antes: string, estado: string, more: object = {}): Line => ({
  sobre: buyer,
  objeto: AN_ORDER,
  detalle: { antes, estado, ...more },
})

async function aPurchase({ t }: World) {
  const [{ id: who }, { id: course }] = [await aPerson(t.deps.db), await aCourse(t.deps.db)]
  const token = await t.tokenOf(who)
  const body = { items: [{ id: course, quantity: 1 }] }
  return { who, course, send: () => t.call('POST', '/api/mercadopago/preference', { token, body }) }
}

const ORDERS: Act[] = [
  of('POST /mercadopago/preference', 'dueña', ['orden_creada'], (_, { people, cheap }) =>
    bought(people.dueña, [cheap.id], 14_900),
  ),
  own('a purchase of what costs nothing', ['orden_creada', 'orden_cambiada'], async (world) => {
    const { who, course, send } = await aPurchase(world)
    await world.t.database.sql`UPDATE cursos SET costo_centimos = 0 WHERE id = ${course}`
    return { who, send, lines: () => [bought(who, [course], 0), moved(who, 'pendiente', 'pagada')] }
  }),
  own('a purchase at another price than the one that waits', ['orden_cambiada', 'orden_creada'], async (world) => {
    const { who, course, send } = await aPurchase(world)
    await send()
    await world.t.database.sql`UPDATE cursos SET costo_centimos = 9900 WHERE id = ${course}`
    return { who, send, lines: () => [moved(who, 'pendiente', 'cancelada'), bought(who, [course], 9900)] }
  }),
  own('a payment that the gateway tells of', ['pago_cambiado', 'orden_cambiada'], async (world) => {
    const { db, jobs } = world.t.deps
    const { who: buyer, send: buy } = await aPurchase(world)
    const { orden } = (await buy()).body
    const id = (await makeSandboxPayment(db, orden, 'approved')) ?? ''
    const requestId = `aviso-${id}`
    const signature = signNotification(await sandboxSecret(db), { requestId, dataId: id }, String(Date.now()))
    const headers = { 'x-request-id': requestId, 'x-signature': signature }
    const url = `/api/mercadopago/webhook?data.id=${id}&type=payment`
    const detalle = { orden, antes: null, estado: 'approved', centimos: 14_900 }
    return {
      who: null,
      async send() {
        const answer = await world.t.call('POST', url, { headers, body: { type: 'payment', data: { id } } })
        await jobs.drain()
        return answer
      },
      // Done by a job, which has no address.
      lines: () =>
        [{ sobre: buyer, objeto: `pago:${id}`, detalle }, moved(buyer, 'pendiente', 'pagada')].map((line) => ({
          ...line,
          direccion: null,
        })),
    }
  }),
  of('PUT /ordenes/{numero}/aceptar', 'admin', ['orden_cambiada'], (_, { people }) =>
    moved(people.dueña, 'en_revision', 'pagada', { motivo: 'Pagó el resto en la oficina.' }),
  ),
]

/** Every audited act of the API; loads from the command line are in load.test.ts. */
export const ACTS: Act[] = [...ACCOUNTS, ...EXAMS, ...ORDERS, ...MANAGEMENT, ...FORUMS]
