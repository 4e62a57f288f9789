import type { EnrolmentChange } from '@campus/contract/enrolment-acts'
import type { TestApp } from './harness.ts'

type Place = { usuario: number; curso: number }

/** An enrolment as staff read it. */
export async function enrolmentOf({ database }: Pick<TestApp, 'database'>, { usuario, curso }: Place) {
  const [row] =
    await database.sql`SELECT id, secuencia AS version FROM matriculas WHERE id_usuario = ${usuario} AND id_curso = ${curso}`
  return { id: Number(row?.id), version: Number(row?.version) }
}

/** Extends, suspends or reopens it as it is now. */
export async function changeEnrolment(
  t: Pick<TestApp, 'database' | 'call'>,
  token: string,
  place: Place,
  change: Partial<EnrolmentChange>,
) {
  const { id, version } = await enrolmentOf(t, place)
  return t.call('PUT', `/api/gestion/matriculas/${id}`, { token, body: { motivo: 'Lo pidió.', ...change, version } })
}
