import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from './builders.ts'
import { useApp } from './harness.ts'

const t = useApp()

const SAME = 'Repeated, it changes nothing: the row is one of its own.'
const STATE = 'Changes a state; the second finds it changed.'

/** Every call that makes nothing new when it is repeated without a key, and why. */
const WITHOUT_KEY: Record<string, string> = {
  '/api/modulos/update-orden': STATE,
  '/api/lecciones/update-orden': STATE,
  '/api/lecciones/{id}/completar': SAME,
  '/api/asistencia/iniciar': SAME,
  '/api/asistencia/cerrar': SAME,
  '/api/detalle-evaluacion': SAME,
  '/api/detalle-evaluacion/{id}/intentos': 'Finds the attempt that is open.',
  '/api/respuestas': 'Each answer carries its sequence.',
  '/api/respuestasabiertas': 'Each answer carries its sequence.',
  '/api/certificados': SAME,
  '/api/certificados/{codigo}/revocar': STATE,
  '/api/certificados/{codigo}/restaurar': STATE,
  '/api/csp-report': 'Counted, not stored.',
  '/api/clientes/{id}': STATE,
  '/api/loginalumno': 'Each login is a session of its own.',
  '/api/logout': STATE,
  '/api/logout/huella': STATE,
  '/api/recuperar-contrasena': 'Asked again, the newest link is sent again; the number is limited.',
  '/api/verificar-correo': 'Asked again, the link is sent again; the number is limited.',
  '/api/verificar-correo/{id}': STATE,
  '/api/usuarios/{id}': STATE,
  '/api/empezar': 'There is one first academy.',
  '/api/auth/register': 'A mail has one account; the form offers to log in.',
  '/api/usuarios': 'A mail has one account; the form offers to log in.',
  '/api/notificaciones/baja/{id}/{evento}': STATE,
  '/api/calendario/suscripcion': 'A new address replaces the one before.',
  '/api/foros/{id}/reportes': SAME,
  '/api/foros/imagenes': 'A picture is known by its content.',
  '/api/posts-foro/{id}/like': SAME,
  '/api/posts-foro/{id}/unlike': STATE,
  '/api/posts-foro/{id}/reportes': SAME,
  '/api/prompts-generados/{id}/generar': 'The same answers give the same text, which the history has once in a row.',
  '/api/mercadopago/webhook': 'The gateway’s notice has a key of its own.',
  '/api/mercadopago/preference': 'The same cart is one unpaid order.',
  '/api/ordenes/{numero}/devolucion': 'Asking twice is asking once: a course of an order has one request.',
  '/api/ordenes/{numero}/cuota': 'An instalment has one address to pay at.',
  '/api/gestion/ordenes/{numero}/cuotas': 'An instalment is paid once; sent again by the same person, it is the same.',
  '/api/pasarela-de-prueba/{numero}': 'The sandbox pays as often as it is told to.',
  '/api/gestion/correos/{id}/reintentar': STATE,
  '/api/gestion/correos/reintentar': STATE,
  '/api/gestion/correos/otros/{id}/reintentar': STATE,
  '/api/gestion/evaluaciones/{id}/plazo': STATE,
  '/api/gestion/trabajos/{id}/cancelar': STATE,
  '/api/gestion/trabajos/{id}/reintentar': STATE,
  '/api/gestion/equipo': 'A mail has one account, which the answer says.',
  '/api/gestion/alumnos/{id}/correo': 'Asked again, it replaces what is pending; the number is limited.',
  '/api/gestion/alumnos/{id}/correo/reenviar': 'The same letter again; the number is limited.',
  '/api/gestion/alumnos/{id}/acceso': 'The same letter again; the number is limited.',
  '/api/gestion/alumnos/{id}/cerrar-sesiones': STATE,
  '/api/gestion/alumnos/{id}/datos': 'Reads, stores nothing.',
  '/api/gestion/alumnos/{id}/cierre': STATE,
  '/api/gestion/usuarios/{id}/enlace': 'Each is a link of its own; the number is limited.',
  '/api/gestion/marca/imagenes/{cual}': 'Replaces the picture before.',
  '/api/gestion/marca/certificado-ejemplo': 'Draws, stores nothing.',
  '/api/gestion/conexiones/{cual}/probar': 'Tries what is connected, stores when that was.',
  '/api/gestion/conexiones/{cual}/quitar': STATE,
  '/api/gestion/marcas': 'A brand’s key is unique, which the answer says.',
  '/api/gestion/documentos/{objeto}/versiones': SAME,
  '/api/gestion/versiones/{version}/restaurar': 'Carries the version that it replaces.',
  '/api/gestion/ordenes/{numero}/verificar': STATE,
  '/api/gestion/ordenes/{numero}/reenviar': 'The same letter again, three times an hour.',
  '/api/gestion/ordenes/{numero}/cancelar': STATE,
  '/api/gestion/cupones/{id}/cerrar': STATE,
  '/api/gestion/cupones/{id}/vistos': STATE,
  '/api/gestion/publicar': 'Carries the versions that it publishes.',
  '/api/gestion/vista-previa': 'Stores nothing.',
  '/api/gestion/ventas/exportar': 'A link, which expires.',
  '/api/gestion/matriculas/lote/compradas': 'Counts, stores nothing.',
  '/api/gestion/matriculas/exportar': 'A link, which expires.',
  '/api/gestion/mensajes/alcance': 'Counts, stores nothing.',
  '/api/gestion/exportar-carpeta': 'A link, which expires.',
  '/api/gestion/archivos': 'A file is known by its content.',
  '/api/gestion/sesiones/{id}/cancelar': 'Carries the version that it cancels.',
  '/api/gestion/sesiones/{id}/asistencias': STATE,
  '/api/gestion/sesiones/{id}/asistencias/deshacer': STATE,
}

type Operation = { requestBody?: { content?: Record<string, { schema?: object }> } }

it('every POST takes a key, or makes nothing new when it is repeated', async () => {
  const { paths } = (await t.call('GET', '/api/openapi.json')).body as { paths: Record<string, { post?: Operation }> }
  const posts = Object.entries(paths).flatMap(([path, { post }]) => (post ? [{ path, post }] : []))
  const keyed = posts.filter(({ post }) => JSON.stringify(post.requestBody ?? {}).includes('"envio"'))
  const others = posts.filter((one) => !keyed.includes(one)).map(({ path }) => path)
  expect(others.toSorted()).toEqual(Object.keys(WITHOUT_KEY).toSorted())
  expect(keyed.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(SENT)))
})

type Scene = { lesson: number; forum: number }
type Case = { body: (scene: Scene) => object; table: string }

const FORUM = { titulo: 'Una duda', descripcion: '', contenido: '<p>¿Cómo empiezo?</p>', tipo_foro: 'general' }

/** What a student sends with a key. */
const SENT: Record<string, Case> = {
  '/api/enviar-soporte': {
    body: () => ({ mensaje: 'No puedo entrar a mi curso.' }),
    table: 'tickets_soporte',
  },
  '/api/foros': { body: () => FORUM, table: 'foros' },
  '/api/posts-foro': {
    body: ({ forum }) => ({ contenido: '<p>Así se hace.</p>', id_foro: forum }),
    table: 'posts_foro',
  },
  '/api/comentarios': {
    body: ({ lesson }) => ({ comentario: 'Muy clara la lección.', id_leccion: lesson }),
    table: 'comentarios',
  },
  '/api/referidos': { body: () => ({}), table: 'referidos' },
}

describe.each(Object.entries(SENT))('POST %s', (path, { body, table }) => {
  async function aSender() {
    const course = await aCourse(t.deps.db)
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id)
    const token = await t.tokenOf(student.id)
    const forum = (await t.call('POST', '/api/foros', { token, body: { ...FORUM, titulo: 'Otro tema' } })).body.data.id
    const scene = { lesson: course.modulos[0]?.lecciones[0]?.id ?? 0, forum }
    const send = (envio?: string) => t.call('POST', path, { token, body: { ...body(scene), ...(envio && { envio }) } })
    const mine = `FROM ${table} WHERE id_usuario = ${student.id} AND NOT (tableoid = 'foros'::regclass AND id = ${forum})`
    const rows = async () => (await t.database.sql.unsafe(`SELECT id ${mine}`)).length
    return { send, rows }
  }

  it('sent twice with a key is one, however many at once; the answer is the first one’s', async () => {
    const { send, rows } = await aSender()
    const envio = randomUUID()
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(envio)))
    answers.push(await send(envio))
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
    expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1)
    expect(await rows()).toBe(1)
    expect((await send(randomUUID())).body.data.id).not.toBe(answers[0]?.body.data.id)
    expect(await rows()).toBe(2)
  })

  it('of two people with one key are two', async () => {
    const envio = randomUUID()
    const [ana, beto] = [await aSender(), await aSender()]
    const ids = [await ana.send(envio), await beto.send(envio)].map(({ body: { data } }) => data.id)
    expect(new Set(ids).size).toBe(2)
  })
})
