import {
  BrandCategory,
  BrandQuery,
  Category,
  CourseDetail,
  CourseMatches,
  CourseSearchQuery,
  LandingPage,
  ModuleNames,
  ShopCourse,
  Teacher,
} from '@campus/contract/catalogue'
import { IdParams, listOf, oneOf } from '@campus/contract/common'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App, Deps, Identity } from '../../platform/http/http.ts'
import { search } from '../../platform/http/searches.ts'
import { callersBrand } from '../brands/brands.ts'
import {
  findCategory,
  findCourse,
  findModuleNames,
  listCategories,
  listCourses,
  listTeachers,
  type Visit,
} from './catalogue.ts'
import { findLanding } from './landing.ts'
import { searchCourses } from './search.ts'

type VisitRequest = { identity: Identity | null; query: z.infer<typeof BrandQuery> }
const visitOf = ({ identity, query }: VisitRequest): Visit => ({ identity, ...query })

export function catalogueRoutes(app: App, { db, brandOf }: Deps): void {
  const brand = (request: FastifyRequest) => callersBrand(brandOf, request)
  const config = { access: 'optional' as const }
  const tags = ['Catálogo']
  const querystring = BrandQuery
  const params = IdParams

  for (const url of ['/api/cursos', '/api/cursos/activos']) {
    app.get(url, { config, schema: { tags, querystring, response: { 200: listOf(ShopCourse) } } }, async (request) => ({
      data: await listCourses(db, await brand(request)),
    }))
  }
  app.get(
    '/api/cursos/buscar',
    { config, schema: { tags, querystring: CourseSearchQuery, response: { 200: oneOf(CourseMatches) } } },
    async (request) => {
      const marca = await brand(request)
      return { data: await search(db, (tx) => searchCourses(tx, marca, request.query.buscar)) }
    },
  )
  app.get(
    '/api/cursos/:id',
    { config, schema: { tags, params, querystring, response: { 200: oneOf(CourseDetail) } } },
    async (request) => ({ data: await findCourse(db, visitOf(request), request.params.id) }),
  )
  app.get(
    '/api/cursos/nombre/modulo/:id',
    { config, schema: { tags, params, querystring, response: { 200: ModuleNames } } },
    async (request) => findModuleNames(db, visitOf(request), request.params.id),
  )
  app.get(
    '/api/categorias/activas',
    { config, schema: { tags, querystring, response: { 200: listOf(Category) } } },
    async (request) => ({ data: await listCategories(db, await brand(request)) }),
  )
  app.get(
    '/api/categorias/:id',
    { config, schema: { tags, params, response: { 200: oneOf(BrandCategory) } } },
    async (request) => ({ data: await findCategory(db, request.identity, request.params.id) }),
  )
  app.get(
    '/api/usuarios/docentes/activos',
    { config, schema: { tags, querystring, response: { 200: listOf(Teacher) } } },
    async (request) => ({ data: await listTeachers(db, await brand(request)) }),
  )
  app.get(
    '/api/portada',
    { config, schema: { tags, querystring, response: { 200: oneOf(LandingPage) } } },
    async (request) => ({ data: await findLanding(db, await brand(request)) }),
  )
}
