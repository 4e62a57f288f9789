import {
  EnrolBody,
  EnrolledPeople,
  EnrolmentCourses,
  SuspendBody,
  SuspendedPeople,
} from '@campus/contract/enrolments.staff'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { enrolByHand, enrolmentCourses, type SellToEach, suspendByHand } from './enrolling.staff.ts'

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
  app.post(
    '/api/gestion/matriculas/quitar',
    { config, schema: { tags, body: SuspendBody, response: { 200: SuspendedPeople } } },
    async (request) => ({ data: await suspendByHand(db, identityOf(request), request.body) }),
  )
}
