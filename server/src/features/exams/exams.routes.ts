import { IdParams, listOf, maybeOf, oneOf, PathId, pageOf, pageQueryUpTo } from '@campus/contract/common'
import {
  AnswersBody,
  DetailBody,
  Evaluation,
  EvaluationDetail,
  GradedAnswer,
  PendingAnswer,
  Question,
  Review,
  ReviewQuery,
  SavedAnswers,
  StartedAttempt,
  SubmitBody,
  SubmittedExam,
  SurveyResults,
} from '@campus/contract/exams'
import { ResolvedGrade, VersionedGradeBody } from '@campus/contract/grading'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail } from '../../platform/failures.ts'
import { createFairQueue } from '../../platform/http/fair-queue.ts'
import { type App, type Deps, identityOf, pageOfRows } from '../../platform/http/http.ts'
import { saveAnswers } from './answers.ts'
import { ensureDetail, startAttempt } from './attempts.ts'
import { closeExpired } from './closing.ts'
import { evaluationsOfCourse, evaluationsOfModule, findEvaluation, readQuestions, studentDetail } from './exams.ts'
import { gradingStaffRoutes } from './grading.staff.routes.ts'
import { gradeAnswer, pendingAnswers } from './grading.ts'
import { countOutage } from './outage.ts'
import { reviewAttempt } from './review.ts'
import { submitAttempt } from './submission.ts'
import { publishSurveys, surveyResults } from './surveys.ts'

export const CLOSE_EXPIRED = 'cerrar-intentos'

const CLASS_BUSY = 'Muchos alumnos envían a la vez. Lo que respondiste se envía solo en unos segundos.'

/** A class starts and ends in one second: some of the pool's connections, so that everyone else goes on meanwhile. */
const attemptQueue = createFairQueue({ concurrency: 3, maxWaiting: 2000, busy: CLASS_BUSY })

/** Answers have a deadline, so they do not wait behind the submissions that come with them. */
const saves = createFairQueue({ concurrency: 3, maxWaiting: 2000, busy: CLASS_BUSY })

const tags = ['Exámenes']
const signed = { access: 'signed' } as const

/** A browser's prefetch must not start an attempt (docs/product/exams.md 2.3). */
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
  // Starts an attempt although it is a GET, so it must not be cached (docs/product/exams.md 2.3).
  app.get(
    '/api/detalle-evaluacion/:id/incrementar-intento',
    { config: signed, schema: detail },
    async (request, reply) => {
      refusePrefetch(request)
      reply.header('cache-control', 'no-store')
      return { data: await attemptQueue.run(() => startAttempt(db, identityOf(request), request.params.id)) }
    },
  )
  app.post(
    '/api/detalle-evaluacion/:id/intentos',
    { config: signed, schema: { tags, params: IdParams, response: { 200: oneOf(StartedAttempt) } } },
    async (request) => ({
      data: await attemptQueue.run(() => startAttempt(db, identityOf(request), request.params.id)),
    }),
  )
  app.put(
    '/api/detalle-evaluacion/:id',
    { config: signed, schema: { ...detail, body: SubmitBody, response: { 200: oneOf(SubmittedExam) } } },
    async (request) => ({
      data: await attemptQueue.run(() => submitAttempt(db, identityOf(request), request.params.id, request.body)),
    }),
  )
  app.get(
    '/api/detalle-evaluacion/:id/revision',
    { config: signed, schema: { tags, params: IdParams, querystring: ReviewQuery, response: { 200: oneOf(Review) } } },
    async (request) => ({
      data: await reviewAttempt(db, identityOf(request), { idDetalle: request.params.id, ...request.query }),
    }),
  )
  const answers = { config: signed, schema: { tags, body: AnswersBody, response: { 200: SavedAnswers } } }
  for (const path of ['/api/respuestas', '/api/respuestasabiertas']) {
    app.post(path, answers, async (request) =>
      saves.run(() => saveAnswers(db, identityOf(request), [request.body].flat())),
    )
  }
}

/** The longest answer takes 60 kB and its question 8 kB. */
const PendingQuery = pageQueryUpTo(25)

function gradingRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/encuestas/:id/resultados',
    { config: { access: 'reportes' }, schema: { tags, params: IdParams, response: { 200: oneOf(SurveyResults) } } },
    async (request) => ({ data: await surveyResults(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/calificaciones/pendientes',
    {
      config: { access: 'calificar' },
      schema: { tags, querystring: PendingQuery, response: { 200: pageOf(PendingAnswer) } },
    },
    async (request) => {
      const { page, per_page } = request.query
      const { rows, total } = await pendingAnswers(db, identityOf(request), request.query)
      return { data: pageOfRows(rows, total, page, per_page) }
    },
  )
  app.put(
    '/api/calificaciones/:id',
    {
      config: { access: 'calificar' },
      schema: {
        tags,
        params: IdParams,
        body: VersionedGradeBody,
        response: { 200: oneOf(GradedAnswer), 409: ResolvedGrade },
      },
    },
    async (request) => ({ data: await gradeAnswer(db, identityOf(request), request.params.id, request.body) }),
  )
}

export function examRoutes(app: App, deps: Deps): void {
  deps.jobs.define(
    CLOSE_EXPIRED,
    async () => {
      await countOutage(deps.jobs.db, app.log)
      await closeExpired(deps.jobs.db)
      await publishSurveys(deps.jobs.db)
    },
    { cron: '* * * * *' },
  )
  readingRoutes(app, deps)
  attemptRoutes(app, deps)
  gradingRoutes(app, deps)
  gradingStaffRoutes(app, deps)
}
