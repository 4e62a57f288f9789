import { IdParams, oneOf } from '@campus/contract/common'
import { GradedAnswer } from '@campus/contract/exams'
import {
  AttemptReview,
  AttemptRow,
  AttemptsQuery,
  CorrectionBody,
  ExamHead,
  Extended,
  Extras,
  ExtrasBody,
  ExtrasGroups,
  ExtrasParams,
  GradingItem,
  GradingQuery,
  GradingRow,
  GroupExtrasBody,
  Regrade,
  RegradeBody,
  RegradeTrial,
  RegradeTrialParams,
  ResolvedGrade,
  StudentExam,
} from '@campus/contract/grading'
import { Job } from '@campus/contract/jobs'
import { QuestionReport } from '@campus/contract/question-report'
import { conflictOf, staffListOf } from '@campus/contract/staff'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { attemptsOf, readAttempt } from './attempts.staff.ts'
import { findExam } from './exams.staff.ts'
import { extendOpen, findStudentExam, giveExtras } from './extras.ts'
import { findAnswer, waitingAnswers } from './grading.staff.ts'
import { correctAnswer } from './grading.ts'
import { extrasGroups, giveGroupExtras } from './group-extras.ts'
import { questionReport } from './question-report.ts'
import { findTrial, regrade } from './regrading.staff.ts'

const tags = ['Gestión']
const config = { access: 'calificar' as const }

function inboxRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/gestion/calificar',
    { config, schema: { tags, querystring: GradingQuery, response: { 200: staffListOf(GradingRow) } } },
    async (request) => ({ data: await waitingAnswers(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/gestion/calificar/:id',
    { config, schema: { tags, params: IdParams, querystring: GradingQuery, response: { 200: oneOf(GradingItem) } } },
    async (request) => ({ data: await findAnswer(db, identityOf(request), request.params.id, request.query) }),
  )
  app.put(
    '/api/gestion/calificaciones/:id/correccion',
    {
      config,
      schema: {
        tags,
        params: IdParams,
        body: CorrectionBody,
        response: { 200: oneOf(GradedAnswer), 409: ResolvedGrade },
      },
    },
    async (request) => ({ data: await correctAnswer(db, identityOf(request), request.params.id, request.body) }),
  )
}

function attemptRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/gestion/evaluaciones/:id',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(ExamHead) } } },
    async (request) => ({ data: await findExam(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/gestion/evaluaciones/:id/intentos',
    {
      config,
      schema: { tags, params: IdParams, querystring: AttemptsQuery, response: { 200: staffListOf(AttemptRow) } },
    },
    async (request) => ({ data: await attemptsOf(db, identityOf(request), request.params.id, request.query) }),
  )
  app.get(
    '/api/gestion/evaluaciones/:id/preguntas',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(QuestionReport) } } },
    async (request) => ({ data: await questionReport(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/gestion/intentos/:id',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(AttemptReview) } } },
    async (request) => ({ data: await readAttempt(db, identityOf(request), request.params.id) }),
  )
}

function extrasRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/gestion/evaluaciones/:id/alumnos/:alumno',
    { config, schema: { tags, params: ExtrasParams, response: { 200: oneOf(StudentExam) } } },
    async (request) => ({ data: await findStudentExam(db, identityOf(request), request.params) }),
  )
  app.put(
    '/api/gestion/evaluaciones/:id/alumnos/:alumno',
    {
      config,
      schema: {
        tags,
        params: ExtrasParams,
        body: ExtrasBody,
        response: { 200: oneOf(Extras), 409: conflictOf(Extras) },
      },
    },
    async (request) => ({ data: await giveExtras(db, identityOf(request), request.params, request.body) }),
  )
}

function openRoutes(app: App, { db }: Deps): void {
  app.post(
    '/api/gestion/evaluaciones/:id/plazo',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(Extended) } } },
    async (request) => ({ data: await extendOpen(db, identityOf(request), request.params.id) }),
  )
}

function groupRoutes(app: App, { db, jobs }: Deps): void {
  app.get(
    '/api/gestion/evaluaciones/:id/extras',
    { config, schema: { tags, params: IdParams, response: { 200: oneOf(ExtrasGroups) } } },
    async (request) => ({ data: await extrasGroups(db, identityOf(request), request.params.id) }),
  )
  app.post(
    '/api/gestion/evaluaciones/:id/extras',
    { config, schema: { tags, params: IdParams, body: GroupExtrasBody, response: { 200: oneOf(Job) } } },
    async (request) => ({
      data: await giveGroupExtras(db, jobs, identityOf(request), request.params.id, request.body),
    }),
  )
}

/** What staff do with the attempts of an exam (docs/product/exams.md 9). */
export function gradingStaffRoutes(app: App, deps: Deps): void {
  const { db, jobs } = deps
  inboxRoutes(app, deps)
  app.post(
    '/api/gestion/evaluaciones/:id/recalificar',
    { config, schema: { tags, params: IdParams, body: RegradeBody, response: { 200: oneOf(Regrade) } } },
    async (request) => ({ data: await regrade(db, jobs, identityOf(request), request.params.id, request.body) }),
  )
  app.get(
    '/api/gestion/evaluaciones/:id/ensayos/:trabajo',
    { config, schema: { tags, params: RegradeTrialParams, response: { 200: oneOf(RegradeTrial) } } },
    async (request) => ({
      data: await findTrial(db, identityOf(request), request.params.id, request.params.trabajo),
    }),
  )
  attemptRoutes(app, deps)
  extrasRoutes(app, deps)
  groupRoutes(app, deps)
  openRoutes(app, deps)
}
