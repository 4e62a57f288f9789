import {
  BrandQuery,
  Category,
  Course,
  CourseDetail,
  LandingPage,
  ModuleNames,
  OrderBody,
  Ordered,
  Teacher,
} from '@campus/contract/catalogue'
import { IdParams, listOf, oneOf } from '@campus/contract/common'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { findCourse, findModuleNames, listCategories, listCourses, listTeachers } from './catalogue.ts'
import { findLanding } from './landing.ts'
import { reorder } from './ordering.ts'

/** The catalogue, public (contract section 4), and the order of modules and lessons, for staff. */
export function catalogueRoutes(app: App, { db }: Deps): void {
  const config = { access: 'optional' as const }
  const tags = ['Catálogo']
  const querystring = BrandQuery
  const params = IdParams

  for (const url of ['/api/cursos', '/api/cursos/activos']) {
    app.get(url, { config, schema: { tags, querystring, response: { 200: listOf(Course) } } }, async (request) => ({
      data: await listCourses(db, { identity: request.identity, ...request.query }),
    }))
  }
  app.get(
    '/api/cursos/:id',
    { config, schema: { tags, params, querystring, response: { 200: oneOf(CourseDetail) } } },
    async (request) => ({
      data: await findCourse(db, { identity: request.identity, ...request.query }, request.params.id),
    }),
  )
  app.get(
    '/api/cursos/nombre/modulo/:id',
    { config, schema: { tags, params, querystring, response: { 200: ModuleNames } } },
    async (request) => findModuleNames(db, { identity: request.identity, ...request.query }, request.params.id),
  )
  app.get(
    '/api/categorias/activas',
    { config, schema: { tags, querystring, response: { 200: listOf(Category) } } },
    async (request) => ({
      data: await listCategories(db, { identity: request.identity, ...request.query }),
    }),
  )
  app.get(
    '/api/usuarios/docentes/activos',
    { config, schema: { tags, querystring, response: { 200: listOf(Teacher) } } },
    async (request) => ({
      data: await listTeachers(db, { identity: request.identity, ...request.query }),
    }),
  )
  app.get(
    '/api/portada',
    { config, schema: { tags, querystring, response: { 200: oneOf(LandingPage) } } },
    async (request) => ({
      data: await findLanding(db, { identity: request.identity, ...request.query }),
    }),
  )
  for (const kind of ['modulos', 'lecciones'] as const) {
    app.post(
      `/api/${kind}/update-orden`,
      { config: { access: 'staff' }, schema: { tags, body: OrderBody, response: { 200: listOf(Ordered) } } },
      async (request) => ({ data: await reorder(db, identityOf(request), kind, request.body.orden) }),
    )
  }
}
