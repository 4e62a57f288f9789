import { BrandQuery, Course, LessonFile, Material, StudentSession } from '@campus/contract/catalogue'
import { IdParams, listOf, oneOf, PathId } from '@campus/contract/common'
import { ModuleGrade } from '@campus/contract/exams'
import {
  Dashboard,
  DetailedCourse,
  DetailedLesson,
  Enrollment,
  Lesson,
  LessonProgress,
  ListedLesson,
  ModuleHours,
  OutlinedModule,
  ProgressBody,
  SessionsQuery,
} from '@campus/contract/learning'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { findDetailedCourse, findModule, findModuleGrade, listModules } from './courses.ts'
import { findDashboard, findSubject, listCoursesOf, listEnrolments, listSessions } from './enrolments.ts'
import { findLesson, listFiles, listLessons, listMaterials, readLesson, saveProgress } from './lessons.ts'
import { materialRoutes } from './materials.routes.ts'

const params = IdParams
const signed = { access: 'signed' as const }
const anyone = { access: 'optional' as const }
const ahead = (request: FastifyRequest) => request.headers.purpose === 'prefetch'

/** What a student has: enrolments, courses, sessions, grades, the dashboard. */
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
    { config: signed, schema: { tags, params, response: { 200: listOf(Course) } } },
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

/** Courses and modules: outline for anyone, state for the enrolled student. */
function courseRoutes(app: App, { db }: Deps): void {
  const tags = ['Aprendizaje']
  const querystring = BrandQuery
  app.get(
    '/api/cursos/detallado/:id',
    { config: anyone, schema: { tags, params, querystring, response: { 200: oneOf(DetailedCourse) } } },
    async (request) => ({
      data: await findDetailedCourse(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
  app.get(
    '/api/modulos/curso/:id',
    { config: anyone, schema: { tags, params, querystring, response: { 200: listOf(OutlinedModule) } } },
    async (request) => ({
      data: await listModules(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
  app.get(
    '/api/modulos/:id',
    { config: anyone, schema: { tags, params, querystring, response: { 200: oneOf(OutlinedModule) } } },
    async (request) => ({
      data: await findModule(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
  app.get(
    '/api/horas/modulo/:id',
    { config: anyone, schema: { tags, params, querystring, response: { 200: oneOf(ModuleHours) } } },
    async (request) => ({
      data: await findModule(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
}

/** Lessons and what is in them: for the enrolled and for staff. */
function lessonRoutes(app: App, { db, signer }: Deps): void {
  const tags = ['Lecciones']
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
      const warn = (err: unknown) => request.log.warn({ err }, 'the lesson was not marked as seen')
      const options = { ahead: ahead(request), warn }
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
}

/** The learning path (campus.md section 7, contract section 4). */
export function learningRoutes(app: App, deps: Deps): void {
  studentRoutes(app, deps)
  courseRoutes(app, deps)
  lessonRoutes(app, deps)
  materialRoutes(app, deps)
}
