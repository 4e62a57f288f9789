import { OrderBody, Ordered } from '@campus/contract/catalogue'
import {
  CancelSessionBody,
  CatalogueOrder,
  CategoryBody,
  CategoryRow,
  CategoryRows,
  CopiedModule,
  CourseDesk,
  CourseRecord,
  CourseRows,
  CoursesQuery,
  CreatedCourse,
  CreatedRows,
  CreatedSessions,
  DuplicateBody,
  DuplicatedCourse,
  DuplicateModuleBody,
  NewCategory,
  NewCourse,
  NewEvaluations,
  NewLessons,
  NewModules,
  NewSessions,
  OrderedCatalogue,
  PriceBody,
  SavedCategory,
  SavedRecord,
  SavedSession,
  SessionBody,
  SessionRow,
  SessionRows,
  SessionsQuery,
  StateBody,
  TeachersBody,
} from '@campus/contract/catalogue.staff'
import { IdParams, listOf, Message, messageBody, oneOf } from '@campus/contract/common'
import type { CourseDocument } from '@campus/contract/documents/course'
import { Unpublishable } from '@campus/contract/documents/documents'
import { CheckedVideos } from '@campus/contract/documents/warnings'
import { conflictOf } from '@campus/contract/staff'
import type { PublishChange } from '../../kit/documents/documents.ts'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { listStaffCourses, readDesk } from './authoring.ts'
import { createCategory, listCategoryRows, orderCatalogue, saveCategory } from './categories.ts'
import { duplicateCourse, duplicateModule, type ExamRules } from './copying.ts'
import { createCourse, createExams, createLessons, createModules } from './creating.ts'
import { deleteCourse } from './deleting.ts'
import { reorder } from './ordering.ts'
import { savePrice, saveState, saveTeachers } from './records.ts'
import { cancelSession, changeSession, createSessions, listStaffSessions } from './sessions.staff.ts'
import { checkVideos } from './videos.ts'

const tags = ['Gestión']
const params = IdParams
const editing = { access: 'cursos.editar' as const }
const catalogue = { access: 'catalogo' as const }

function creatingCalls(app: App, deps: Deps): void {
  const { db } = deps
  app.post(
    '/api/gestion/cursos',
    { config: catalogue, schema: { tags, body: NewCourse, response: { 201: CreatedCourse } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createCourse(db, identityOf(request), request.body) }),
  )
  app.delete(
    '/api/gestion/cursos/:id',
    { config: catalogue, schema: { tags, params, response: { 200: Message } } },
    async (request) => {
      await deleteCourse(db, identityOf(request), request.params.id)
      return messageBody('Curso eliminado.')
    },
  )
  app.post(
    '/api/gestion/cursos/:id/duplicar',
    { config: catalogue, schema: { tags, params, body: DuplicateBody, response: { 201: DuplicatedCourse } } },
    async (request, reply) => {
      const data = await duplicateCourse(deps, identityOf(request), request.params.id, request.body)
      return reply.status(201).send({ data })
    },
  )
  app.post(
    '/api/gestion/cursos/:id/modulos',
    { config: editing, schema: { tags, params, body: NewModules, response: { 201: CreatedRows } } },
    async (request, reply) => {
      const data = await createModules(db, identityOf(request), request.params.id, request.body)
      return reply.status(201).send({ data })
    },
  )
  app.post(
    '/api/gestion/modulos/:id/lecciones',
    { config: editing, schema: { tags, params, body: NewLessons, response: { 201: CreatedRows } } },
    async (request, reply) => {
      const data = await createLessons(db, identityOf(request), request.params.id, request.body)
      return reply.status(201).send({ data })
    },
  )
  app.post(
    '/api/gestion/cursos/:id/evaluaciones',
    { config: editing, schema: { tags, params, body: NewEvaluations, response: { 201: CreatedRows } } },
    async (request, reply) => {
      const data = await createExams(db, identityOf(request), request.params.id, request.body)
      return reply.status(201).send({ data })
    },
  )
}

function recordCalls(app: App, { db }: Deps): void {
  const response = { 200: SavedRecord, 409: conflictOf(CourseRecord) }
  app.put(
    '/api/gestion/cursos/:id/estado',
    { config: editing, schema: { tags, params, body: StateBody, response: { ...response, 422: Unpublishable } } },
    async (request) => ({ data: await saveState(db, identityOf(request), request.params.id, request.body) }),
  )
  app.put(
    '/api/gestion/cursos/:id/docentes',
    { config: catalogue, schema: { tags, params, body: TeachersBody, response } },
    async (request) => ({ data: await saveTeachers(db, identityOf(request), request.params.id, request.body) }),
  )
  app.put(
    '/api/gestion/cursos/:id/precio',
    { config: catalogue, schema: { tags, params, body: PriceBody, response } },
    async (request) => ({ data: await savePrice(db, identityOf(request), request.params.id, request.body) }),
  )
}

function categoryCalls(app: App, { db }: Deps): void {
  app.get(
    '/api/gestion/categorias',
    { config: catalogue, schema: { tags, response: { 200: CategoryRows } } },
    async (request) => ({ data: await listCategoryRows(db, identityOf(request)) }),
  )
  app.post(
    '/api/gestion/categorias',
    { config: catalogue, schema: { tags, body: NewCategory, response: { 201: SavedCategory } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createCategory(db, identityOf(request), request.body) }),
  )
  app.put(
    '/api/gestion/categorias/:id',
    {
      config: catalogue,
      schema: { tags, params, body: CategoryBody, response: { 200: SavedCategory, 409: conflictOf(CategoryRow) } },
    },
    async (request) => ({ data: await saveCategory(db, identityOf(request), request.params.id, request.body) }),
  )
  app.put(
    '/api/gestion/catalogo/orden',
    { config: catalogue, schema: { tags, body: CatalogueOrder, response: { 200: oneOf(OrderedCatalogue) } } },
    async (request) => ({ data: await orderCatalogue(db, identityOf(request), request.body) }),
  )
}

function sessionCalls(app: App, { db }: Deps): void {
  const response = { 200: SavedSession, 409: conflictOf(SessionRow) }
  app.get(
    '/api/gestion/sesiones',
    { config: editing, schema: { tags, querystring: SessionsQuery, response: { 200: SessionRows } } },
    async (request) => ({ data: await listStaffSessions(db, identityOf(request), request.query) }),
  )
  app.post(
    '/api/gestion/sesiones',
    { config: editing, schema: { tags, body: NewSessions, response: { 201: CreatedSessions } } },
    async (request, reply) =>
      reply.status(201).send({ data: await createSessions(db, identityOf(request), request.body) }),
  )
  app.put(
    '/api/gestion/sesiones/:id',
    { config: editing, schema: { tags, params, body: SessionBody, response } },
    async (request) => ({ data: await changeSession(db, identityOf(request), request.params.id, request.body) }),
  )
  app.post(
    '/api/gestion/sesiones/:id/cancelar',
    { config: editing, schema: { tags, params, body: CancelSessionBody, response } },
    async (request) => ({ data: await cancelSession(db, identityOf(request), request.params.id, request.body) }),
  )
}

/** Courses for those who make them (docs/product/staff.md). */
export function staffCatalogueRoutes(app: App, deps: Deps): void {
  const { db } = deps
  app.get(
    '/api/gestion/cursos',
    { config: editing, schema: { tags, querystring: CoursesQuery, response: { 200: CourseRows } } },
    async (request) => ({ data: await listStaffCourses(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/gestion/cursos/:id',
    { config: editing, schema: { tags, params, response: { 200: CourseDesk } } },
    async (request) => ({ data: await readDesk(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/gestion/cursos/:id/videos',
    { config: editing, schema: { tags, params, response: { 200: CheckedVideos } } },
    async (request) => ({ data: await checkVideos(deps, identityOf(request), request.params.id) }),
  )
  creatingCalls(app, deps)
  categoryCalls(app, deps)
  recordCalls(app, deps)
  sessionCalls(app, deps)
}

/** A module is copied with its exams, whose texts another feature reads. */
export function moduleCopyRoutes(app: App, deps: Deps, exams: ExamRules): void {
  app.post(
    '/api/gestion/modulos/:id/duplicar',
    { config: editing, schema: { tags, params, body: DuplicateModuleBody, response: { 201: CopiedModule } } },
    async (request, reply) => {
      const data = await duplicateModule(deps, exams, identityOf(request), request.params.id, request.body)
      return reply.status(201).send({ data })
    },
  )
}

/** The outline's order, published at once. */
export function orderingRoutes(app: App, { db }: Deps, publish: PublishChange<CourseDocument>): void {
  for (const kind of ['modulos', 'lecciones'] as const) {
    app.post(
      `/api/${kind}/update-orden`,
      {
        config: { access: 'cursos.editar' },
        schema: { tags: ['Catálogo'], body: OrderBody, response: { 200: listOf(Ordered) } },
      },
      async (request) => ({ data: await reorder(db, identityOf(request), kind, request.body.orden, publish) }),
    )
  }
}
