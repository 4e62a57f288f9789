import { randomUUID } from 'node:crypto'
import { aCourse, aPerson } from './builders.ts'
import type { TestApp } from './harness.ts'
import { encodeForm } from './matrix.requests.ts'

export const aFile = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'))

/** Of a file of people. */
export const HEADING = 'correo,nombres,apellidos,numero_documento,curso,grupo,vence'

export const aMail = () => `ana-${randomUUID()}@prueba.pe`

/** Imports of people through the front door. */
export function importing(t: TestApp) {
  const call = (method: 'GET' | 'POST', path: string, token: string, body?: object) =>
    t.call(method, `/api/gestion/${path}`, { token, ...(body && { body }) })
  const jobs = async () => {
    while ((await t.deps.jobs.drain()) > 0);
  }

  async function upload(token: string, bytes: Buffer, form: Record<string, string> = {}) {
    const encoded = await encodeForm({
      form: { tipo: 'personas', envio: randomUUID(), ...form },
      file: { name: 'archivo', bytes },
    })
    return t.call('POST', '/api/gestion/importaciones', { token, ...encoded })
  }
  const read = async (token: string, id: number) => (await call('GET', `importaciones/${id}`, token)).body.data
  const rows = async (token: string, id: number, query = '') =>
    (await call('GET', `importaciones/${id}/filas${query}`, token)).body.data
  const execute = (token: string, id: number, body: object = {}) =>
    call('POST', `importaciones/${id}/ejecutar`, token, { solo_buenas: false, envio: randomUUID(), ...body })

  const staff = async () => (await aPerson(t.deps.db, { roles: ['soporte'] })).id
  const support = async () => t.tokenOf(await staff())
  const aNamedCourse = async (nombre = `Curso ${randomUUID()}`) => ({
    ...(await aCourse(t.deps.db, { nombre })),
    nombre,
  })

  const accountOf = async (correo: string) =>
    (
      await t.database.sql`SELECT id, nombres, apellidos, tipo_documento, numero_documento, telefono, pais, ciudad
      FROM usuarios WHERE correo = ${correo}`
    )[0]
  const enrolmentsOf = (correo: string) =>
    t.database.sql`SELECT m.id_curso, m.estado, m.fecha_vencimiento::text AS hasta, m.id_grupo FROM matriculas m
      JOIN usuarios u ON u.id = m.id_usuario WHERE u.correo = ${correo} ORDER BY m.id_curso`

  async function aGroup(curso: number, nombre: string, aforo: number | null = null) {
    const [row] = await t.database.sql`INSERT INTO grupos (id_curso, nombre, aforo, id_usuario)
      VALUES (${curso}, ${nombre}, ${aforo}, ${await staff()}) RETURNING id`
    return Number(row?.id)
  }

  /** All that an import may write. */
  const everything = async () =>
    (
      await t.database.sql`SELECT
        (SELECT md5(string_agg(u::text, ',' ORDER BY u.id)) FROM usuarios u) AS usuarios,
        (SELECT md5(string_agg(m::text, ',' ORDER BY m.id)) FROM matriculas m) AS matriculas,
        (SELECT count(*) FROM notificaciones) AS avisos,
        (SELECT count(*) FROM pgboss.job WHERE name LIKE 'correo%') AS correos`
    )[0]

  const reasons = async (token: string, id: number) =>
    Object.fromEntries(
      (await rows(token, id, '?hace=error')).data.map((row: { fila: number; texto: string }) => [row.fila, row.texto]),
    )

  return {
    ...{ call, jobs, upload, read, rows, execute },
    ...{ staff, support, aNamedCourse, accountOf, enrolmentsOf, aGroup, everything, reasons },
    /** The report of a file, done. */
    async report(token: string, bytes: Buffer) {
      const { body } = await upload(token, bytes)
      await jobs()
      return read(token, body.data.id)
    },
    /** The job that carried a report out, done. */
    async run(token: string, id: number, body: object = {}) {
      const started = await execute(token, id, body)
      await jobs()
      return (await call('GET', `trabajos/${started.body.data.id}`, token)).body.data
    },
    errors: async (token: string, id: number): Promise<Buffer> =>
      (await call('GET', `trabajos/${id}/errores`, token)).raw,
  }
}
