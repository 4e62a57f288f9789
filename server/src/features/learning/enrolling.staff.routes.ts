import { IdParams, oneOf } from '@campus/contract/common'
import {
  ChosenBody,
  EnrolmentChangeBody,
  EnrolmentConflict,
  EnrolmentsChangeBody,
  OneBoughtCount,
  OneEnrolment,
} from '@campus/contract/enrolment-acts'
import { EnrolBody, EnrolledPeople, EnrolmentCourses } from '@campus/contract/enrolments.staff'
import { Job } from '@campus/contract/jobs'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { enrolByHand, enrolmentCourses, type SellToEach } from './enrolling.staff.ts'
import { changeEnrolment, countBought, startChanges } from './enrolment-acts.staff.ts'

/** Enrolments that the academy sells, gives and takes (docs/product/learning.md 1.8). */
export function staffEnrolmentRoutes(app: App, { db, jobs }: Deps, sell: SellToEach): void {
  const tags = ['Gestión']
  const config = { access: 'alumnos.gestionar' } as const
  app.get(
    '/api/gestion/matriculas/cursos',
    { config, schema: { tags, response: { 200: EnrolmentCourses } } },
    async (request) => ({ data: await enrolmentCourses(db, identityOf(request)) }),
  )
  app.post(
    '/api/gestion/matriculas',
    { config, schema: { tags, body: EnrolBody, response: { 200: EnrolledPeople } } },
    async (request) => ({ data: await enrolByHand(db, jobs, identityOf(request), request.body, sell) }),
  )
  app.put(
    '/api/gestion/matriculas/:id',
    {
      config,
      schema: {
        tags,
        params: IdParams,
        body: EnrolmentChangeBody,
        response: { 200: OneEnrolment, 409: EnrolmentConflict },
      },
    },
    async (request) => ({ data: await changeEnrolment(db, identityOf(request), request.params.id, request.body) }),
  )
  app.post(
    '/api/gestion/matriculas/lote/compradas',
    { config, schema: { tags, body: ChosenBody, response: { 200: OneBoughtCount } } },
    async (request) => ({ data: await countBought(db, identityOf(request), request.body.ids) }),
  )
  app.post(
    '/api/gestion/matriculas/lote',
    { config, schema: { tags, body: EnrolmentsChangeBody, response: { 200: oneOf(Job) } } },
    async (request) => ({ data: await startChanges(db, jobs, identityOf(request), request.body) }),
  )
}
