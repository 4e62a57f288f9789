import type { anExam } from '../../server/test/builders.ts'
import { call } from './api.ts'

type Exam = Awaited<ReturnType<typeof anExam>>

/** Sends an attempt with every question answered, by default with the first option; returns the detail. */
export async function sit(base: string, exam: Exam, token: string, options: number[] = []): Promise<number> {
  const { id } = await call<{ id: number }>(base, '/detalle-evaluacion', token, {
    method: 'POST',
    body: { id_evaluacion: exam.id },
  })
  await call(base, `/detalle-evaluacion/${id}/intentos`, token, { method: 'POST' })
  const body = exam.preguntas.map((question, at) => ({
    ...{ id_detalle_evaluacion: id, id_pregunta: question.id, secuencia: 1 },
    ...(question.tipo_pregunta === 1
      ? { id_opcion: question.opciones[options[at] ?? 0]?.id }
      : { respuesta: `Mi texto ${at + 1}` }),
  }))
  await call(base, '/respuestas', token, { method: 'POST', body })
  await call(base, `/detalle-evaluacion/${id}`, token, { method: 'PUT', body: {} })
  return id
}
