import { IdParams, listOf, maybeOf, oneOf, PageQuery, PathId, pageOf } from '@campus/contract/common'
import {
  AnswersBody,
  DetailBody,
  Evaluation,
  EvaluationDetail,
  GradeBody,
  GradedAnswer,
  PendingAnswer,
  Question,
  Review,
  SavedAnswers,
  StartedAttempt,
  SubmitBody,
  SurveyResults,
} from '@campus/contract/exams'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail } from '../../platform/http/failures.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { saveAnswers } from './answers.ts'
import { ensureDetail, startAttempt } from './attempts.ts'
import { closeExpired } from './closing.ts'
import { evaluationsOfCourse, evaluationsOfModule, findEvaluation, readQuestions, studentDetail } from './exams.ts'
import { gradeAnswer, pendingAnswers } from './grading.ts'
import { reviewAttempt } from './review.ts'
import { submitAttempt } from './submission.ts'
import { publishSurveys, surveyResults } from './surveys.ts'

/** Queue of the job that closes attempts whose time is over, and publishes what surveys gathered. */
export const CLOSE_EXPIRED = 'cerrar-intentos'

const tags = ['Exámenes']
const signed = { access: 'signed' } as const

/** A browser that only guesses that its user will start an exam must not start it (safety.md section 1c). */
function refusePrefetch(request: FastifyRequest): void {
  const purpose = `${request.headers['sec-purpose'] ?? ''} ${request.headers.purpose ?? ''} ${request.headers['x-moz'] ?? ''}`
  if (/prefetch|prerender|preview/i.test(purpose)) throw fail('SIN_PERMISO')
}

function readingRoutes(app: App, { db }: Deps): void {
  const list = { config: signed, schema: { tags, params: IdParams, response: { 200: listOf(Evaluation) } } }
  app.get(
    '/api/evaluacion/:id',
    { config: signed, schema: { tags, params: IdParams, response: { 200: oneOf(Evaluation) } } },
    async (request) => ({ data: await findEvaluation(db, identityOf(request), request.params.id) }),
  )
  app.get('/api/evaluaciones/modulo/:id', list, async (request) => ({
    data: await evaluationsOfModule(db, identityOf(request), request.params.id),
  }))
  app.get('/api/evaluaciones/solo/curso/:id', list, async (request) => ({
    data: await evaluationsOfCourse(db, identityOf(request), request.params.id, 'examen'),
  }))
  app.get('/api/encuestas/solo/curso/:id', list, async (request) => ({
    data: await evaluationsOfCourse(db, identityOf(request), request.params.id, 'encuesta'),
  }))
  app.get(
    '/api/preguntas/evaluacion/:id',
    { config: signed, schema: { tags, params: IdParams, response: { 200: listOf(Question) } } },
    async (request) => ({ data: await readQuestions(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/detalle/evaluacion/:id/alumno/:alumno',
    {
      config: signed,
      schema: { tags, params: z.object({ id: PathId, alumno: PathId }), response: { 200: maybeOf(EvaluationDetail) } },
    },
    async (request) => {
      const { id, alumno } = request.params
      return { data: await studentDetail(db, identityOf(request), id, alumno) }
    },
  )
}

function attemptRoutes(app: App, { db }: Deps): void {
  const detail = { tags, params: IdParams, response: { 200: oneOf(EvaluationDetail) } }
  app.post(
    '/api/detalle-evaluacion',
    {
      config: signed,
      schema: { tags, body: DetailBody, response: { 200: oneOf(EvaluationDetail), 201: oneOf(EvaluationDetail) } },
    },
    async (request, reply) => {
      const made = await ensureDetail(db, identityOf(request), request.body.id_evaluacion)
      return reply.status(made.created ? 201 : 200).send({ data: made.detail })
    },
  )
  // A GET that starts an attempt, because the specification has it: never kept, never prefetched, no HEAD.
  app.get(
    '/api/detalle-evaluacion/:id/incrementar-intento',
    { config: signed, schema: detail },
    async (request, reply) => {
      refusePrefetch(request)
      reply.header('cache-control', 'no-store')
      return { data: await startAttempt(db, identityOf(request), request.params.id) }
    },
  )
  app.post(
    '/api/detalle-evaluacion/:id/intentos',
    { config: signed, schema: { tags, params: IdParams, response: { 200: oneOf(StartedAttempt) } } },
    async (request) => ({ data: await startAttempt(db, identityOf(request), request.params.id) }),
  )
  app.put(
    '/api/detalle-evaluacion/:id',
    { config: signed, schema: { ...detail, body: SubmitBody } },
    async (request) => ({
      data: await submitAttempt(db, identityOf(request), request.params.id, request.body?.id_intento),
    }),
  )
  app.get(
    '/api/detalle-evaluacion/:id/revision',
    { config: signed, schema: { tags, params: IdParams, response: { 200: oneOf(Review) } } },
    async (request) => ({ data: await reviewAttempt(db, identityOf(request), request.params.id) }),
  )
  const answers = { config: signed, schema: { tags, body: AnswersBody, response: { 200: SavedAnswers } } }
  for (const path of ['/api/respuestas', '/api/respuestasabiertas']) {
    app.post(path, answers, async (request) => saveAnswers(db, identityOf(request), [request.body].flat()))
  }
}

function gradingRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/encuestas/:id/resultados',
    { config: { access: 'staff' }, schema: { tags, params: IdParams, response: { 200: oneOf(SurveyResults) } } },
    async (request) => ({ data: await surveyResults(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/calificaciones/pendientes',
    { config: { access: 'staff' }, schema: { tags, querystring: PageQuery, response: { 200: pageOf(PendingAnswer) } } },
    async (request) => {
      const { page, per_page } = request.query
      const { rows, total } = await pendingAnswers(db, identityOf(request), request.query)
      return { data: pageOfRows(rows, total, page, per_page) }
    },
  )
  app.put(
    '/api/calificaciones/:id',
    {
      config: { access: 'staff' },
      schema: { tags, params: IdParams, body: GradeBody, response: { 200: oneOf(GradedAnswer) } },
    },
    async (request) => ({ data: await gradeAnswer(db, identityOf(request), request.params.id, request.body) }),
  )
}

/** Exams, surveys and their grading (campus.md section 7, contract section 4). */
export function examRoutes(app: App, deps: Deps): void {
  deps.jobs.define(
    CLOSE_EXPIRED,
    async () => {
      await closeExpired(deps.db)
      await publishSurveys(deps.db)
    },
    { cron: '* * * * *' },
  )
  readingRoutes(app, deps)
  attemptRoutes(app, deps)
  gradingRoutes(app, deps)
}
