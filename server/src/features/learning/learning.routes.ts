import { BrandQuery, LessonFile, Material, StudentSession } from '@campus/contract/catalogue'
import { IdParams, listOf, oneOf, PathId } from '@campus/contract/common'
import { ModuleGrade } from '@campus/contract/exams'
import {
  CompletedLesson,
  Dashboard,
  DetailedCourse,
  DetailedLesson,
  Enrollment,
  FreeLesson,
  Lesson,
  LessonProgress,
  ListedLesson,
  ModuleHours,
  OutlinedModule,
  OwnCourse,
  ProgressBody,
  SessionsQuery,
  StudyGoal,
  StudyGoalBody,
} from '@campus/contract/learning'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { reviewProgress } from '../progress/progress.ts'
import { findDetailedCourse, findModule, findModuleGrade, listModules } from './courses.ts'
import { findDashboard, findSubject, listCoursesOf, listEnrolments, listSessions } from './enrolments.ts'
import {
  completeLesson,
  findLesson,
  listFiles,
  listLessons,
  listMaterials,
  readFreeLesson,
  readLesson,
  saveProgress,
} from './lessons.ts'
import { materialRoutes } from './materials.routes.ts'
import { findGoal, saveGoal } from './momentum.ts'

const params = IdParams
const signed = { access: 'signed' as const }
const optional = { access: 'optional' as const }
const isPrefetch = (request: FastifyRequest) => request.headers.purpose === 'prefetch'

function studentRoutes(app: App, { db }: Deps): void {
  const tags = ['Aprendizaje']
  app.get(
    '/api/inicio',
    { config: signed, schema: { tags, response: { 200: oneOf(Dashboard) } } },
    async (request) => ({
      data: await findDashboard(db, identityOf(request)),
    }),
  )
  app.get(
    '/api/matriculas/usuario/:id',
    { config: signed, schema: { tags, params, response: { 200: listOf(Enrollment) } } },
    async (request) => ({
      data: await listEnrolments(db, await findSubject(db, identityOf(request), request.params.id)),
    }),
  )
  app.get(
    '/api/cursos/usuario/:id',
    { config: signed, schema: { tags, params, response: { 200: listOf(OwnCourse) } } },
    async (request) => ({
      data: await listCoursesOf(db, await findSubject(db, identityOf(request), request.params.id)),
    }),
  )
  app.get(
    '/api/sesiones/usuario/:id',
    {
      config: signed,
      schema: { tags, params, querystring: SessionsQuery, response: { 200: listOf(StudentSession) } },
    },
    async (request) => ({
      data: await listSessions(db, await findSubject(db, identityOf(request), request.params.id), request.query),
    }),
  )
  app.get(
    '/api/nota/modulo/:m/usuario/:u',
    {
      config: signed,
      schema: { tags, params: z.object({ m: PathId, u: PathId }), response: { 200: oneOf(ModuleGrade) } },
    },
    async (request) => {
      const subject = await findSubject(db, identityOf(request), request.params.u)
      return { data: await findModuleGrade(db, identityOf(request), subject, request.params.m) }
    },
  )
}

function goalRoutes(app: App, { db }: Deps): void {
  const tags = ['Aprendizaje']
  app.get('/api/ritmo', { config: signed, schema: { tags, response: { 200: oneOf(StudyGoal) } } }, async (request) => ({
    data: await findGoal(db, identityOf(request).id),
  }))
  app.put(
    '/api/ritmo',
    { config: signed, schema: { tags, body: StudyGoalBody, response: { 200: oneOf(StudyGoal) } } },
    async (request) => ({ data: await saveGoal(db, identityOf(request).id, request.body) }),
  )
}

function courseRoutes(app: App, { db }: Deps): void {
  const tags = ['Aprendizaje']
  const querystring = BrandQuery
  app.get(
    '/api/cursos/detallado/:id',
    { config: optional, schema: { tags, params, querystring, response: { 200: oneOf(DetailedCourse) } } },
    async (request) => ({
      data: await findDetailedCourse(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
  app.get(
    '/api/modulos/curso/:id',
    { config: optional, schema: { tags, params, querystring, response: { 200: listOf(OutlinedModule) } } },
    async (request) => ({
      data: await listModules(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
  app.get(
    '/api/modulos/:id',
    { config: optional, schema: { tags, params, querystring, response: { 200: oneOf(OutlinedModule) } } },
    async (request) => ({
      data: await findModule(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
  app.get(
    '/api/horas/modulo/:id',
    { config: optional, schema: { tags, params, querystring, response: { 200: oneOf(ModuleHours) } } },
    async (request) => ({
      data: await findModule(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
}

function lessonRoutes(app: App, { db, signer }: Deps): void {
  const tags = ['Lecciones']
  app.get(
    '/api/lecciones/:id/vista-previa',
    { config: optional, schema: { tags, params, querystring: BrandQuery, response: { 200: oneOf(FreeLesson) } } },
    async (request) => ({
      data: await readFreeLesson(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
  app.get(
    '/api/lecciones/:id',
    { config: signed, schema: { tags, params, response: { 200: oneOf(Lesson) } } },
    async (request) => ({
      data: await findLesson(db, identityOf(request), request.params.id),
    }),
  )
  app.get(
    '/api/lecciones/modulo/:id',
    { config: signed, schema: { tags, params, response: { 200: listOf(ListedLesson) } } },
    async (request) => ({ data: await listLessons(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/lecciones/detallado/:id',
    { config: signed, schema: { tags, params, response: { 200: oneOf(DetailedLesson) } } },
    async (request) => {
      const warn = (err: unknown) => request.log.warn({ err }, 'marking the lesson as seen failed')
      const options = { prefetch: isPrefetch(request), warn }
      return { data: await readLesson(db, signer, identityOf(request), request.params.id, options) }
    },
  )
  app.get(
    '/api/archivos/leccion/:id',
    { config: signed, schema: { tags, params, response: { 200: listOf(LessonFile) } } },
    async (request) => ({ data: await listFiles(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/materiales/leccion/:id',
    { config: signed, schema: { tags, params, response: { 200: listOf(Material) } } },
    async (request) => ({ data: await listMaterials(db, signer, identityOf(request), request.params.id) }),
  )
  app.put(
    '/api/progreso/leccion/:id',
    { config: signed, schema: { tags, params, body: ProgressBody, response: { 200: oneOf(LessonProgress) } } },
    async (request) => ({ data: await saveProgress(db, identityOf(request), request.params.id, request.body) }),
  )
  app.post(
    '/api/lecciones/:id/completar',
    { config: signed, schema: { tags, params, response: { 200: oneOf(CompletedLesson) } } },
    async (request) => ({ data: await completeLesson(db, identityOf(request), request.params.id) }),
  )
}

/** The learning path (docs/product/learning.md 2). */
export function learningRoutes(app: App, deps: Deps): void {
  const review = (_data: object, _last: boolean, ended: AbortSignal) => reviewProgress(deps.jobs.db, ended)
  deps.jobs.define('revisar-avances', review, { cron: '15 4 * * *', long: true })
  studentRoutes(app, deps)
  goalRoutes(app, deps)
  courseRoutes(app, deps)
  lessonRoutes(app, deps)
  materialRoutes(app, deps)
}
