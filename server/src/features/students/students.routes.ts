import { IdParams, Message, messageBody, PathId } from '@campus/contract/common'
import { EnrolmentIds } from '@campus/contract/enrolment-acts'
import { Enrolments, EnrolmentsQuery } from '@campus/contract/enrolments.staff'
import { NoteBody, OneNote, StoryQuery, StudentStory } from '@campus/contract/student-story'
import {
  CorrectStudentBody,
  OneStudent,
  StudentAttempts,
  StudentConflict,
  StudentCourses,
  StudentExams,
  StudentOrders,
  StudentPartQuery,
  Students,
  StudentsQuery,
} from '@campus/contract/students.staff'
import { z } from 'zod'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { correct } from './correcting.ts'
import { findEnrolments, listEnrolmentsOfStaff } from './enrolments.ts'
import { addNote, deleteNote } from './notes.ts'
import { attemptsOfStudent, examsOfStudent, ordersOfStudent } from './parts.ts'
import { storyOfStudent } from './story.ts'
import { coursesToChoose, findStudent, listStudents } from './students.ts'

const tags = ['Gestión']
const seen = { access: 'alumnos.ver' } as const

/** What a student has of one kind, each under the permission of that kind. */
function partRoutes(app: App, { db }: Deps): void {
  const part = { tags, params: IdParams, querystring: StudentPartQuery }
  app.get(
    '/api/gestion/alumnos/:id/intentos',
    { config: seen, schema: { ...part, response: { 200: StudentAttempts } } },
    async (request) => ({
      data: await attemptsOfStudent(db, identityOf(request), request.params.id, request.query),
    }),
  )
  app.get(
    '/api/gestion/alumnos/:id/evaluaciones',
    { config: { access: 'calificar' }, schema: { tags, params: IdParams, response: { 200: StudentExams } } },
    async (request) => ({ data: await examsOfStudent(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/gestion/alumnos/:id/compras',
    { config: { access: 'ventas.ver' }, schema: { ...part, response: { 200: StudentOrders } } },
    async (request) => ({ data: await ordersOfStudent(db, identityOf(request), request.params.id, request.query) }),
  )
}

const NoteParams = z.object({ id: PathId, nota: PathId })

function storyRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/gestion/alumnos/:id/historia',
    { config: seen, schema: { tags, params: IdParams, querystring: StoryQuery, response: { 200: StudentStory } } },
    async (request) => ({ data: await storyOfStudent(db, identityOf(request), request.params.id, request.query) }),
  )
  app.post(
    '/api/gestion/alumnos/:id/notas',
    { config: seen, schema: { tags, params: IdParams, body: NoteBody, response: { 200: OneNote } } },
    async (request) => ({ data: await addNote(db, identityOf(request), request.params.id, request.body) }),
  )
  app.delete(
    '/api/gestion/alumnos/:id/notas/:nota',
    { config: seen, schema: { tags, params: NoteParams, response: { 200: Message } } },
    async (request) => {
      await deleteNote(db, identityOf(request), request.params.id, request.params.nota)
      return messageBody('Nota borrada.')
    },
  )
}

/** The people of an academy (docs/product/staff.md 14). */
export function studentRoutes(app: App, deps: Deps): void {
  const { db } = deps
  app.get(
    '/api/gestion/alumnos',
    { config: seen, schema: { tags, querystring: StudentsQuery, response: { 200: Students } } },
    async (request) => ({ data: await listStudents(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/gestion/matriculas',
    { config: seen, schema: { tags, querystring: EnrolmentsQuery, response: { 200: Enrolments } } },
    async (request) => ({ data: await listEnrolmentsOfStaff(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/gestion/matriculas/ids',
    {
      config: seen,
      schema: { tags, querystring: EnrolmentsQuery, response: { 200: EnrolmentIds } },
    },
    async (request) => ({ data: { ids: await findEnrolments(db, identityOf(request), request.query) } }),
  )
  app.get(
    '/api/gestion/alumnos/cursos',
    { config: seen, schema: { tags, response: { 200: StudentCourses } } },
    async (request) => ({ data: await coursesToChoose(db, identityOf(request)) }),
  )
  app.get(
    '/api/gestion/alumnos/:id',
    { config: seen, schema: { tags, params: IdParams, response: { 200: OneStudent } } },
    async (request) => ({ data: await findStudent(db, identityOf(request), request.params.id) }),
  )
  app.put(
    '/api/gestion/alumnos/:id',
    {
      config: { access: 'alumnos.gestionar' },
      schema: { tags, params: IdParams, body: CorrectStudentBody, response: { 200: OneStudent, 409: StudentConflict } },
    },
    async (request) => ({ data: await correct(db, identityOf(request), request.params.id, request.body) }),
  )
  partRoutes(app, deps)
  storyRoutes(app, deps)
}
