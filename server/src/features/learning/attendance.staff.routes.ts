import {
  AttendanceRow,
  AttendanceRows,
  AttendanceRowsQuery,
  AttendedClass,
  MarkBody,
  MarkedAll,
  MarkedStudent,
  StudentParams,
  UndoBody,
  UndoneMarks,
} from '@campus/contract/attendance.staff'
import { IdParams } from '@campus/contract/common'
import { conflictOf } from '@campus/contract/staff'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { listClassStudents, markAll, markStudent, readClass, undoMarks } from './attendance.staff.ts'

/** Attendance that the course's staff take (docs/product/learning.md 5.13). */
export function staffAttendanceRoutes(app: App, { db }: Deps): void {
  const tags = ['Gestión']
  const config = { access: 'calificar' } as const
  const params = IdParams
  app.get(
    '/api/gestion/sesiones/:id/asistencia',
    { config, schema: { tags, params, response: { 200: AttendedClass } } },
    async (request) => ({ data: await readClass(db, identityOf(request), request.params.id) }),
  )
  app.get(
    '/api/gestion/sesiones/:id/asistencias',
    { config, schema: { tags, params, querystring: AttendanceRowsQuery, response: { 200: AttendanceRows } } },
    async (request) => ({
      data: await listClassStudents(db, identityOf(request), request.params.id, request.query),
    }),
  )
  app.put(
    '/api/gestion/sesiones/:id/asistencias/:alumno',
    {
      config,
      schema: {
        tags,
        params: StudentParams,
        body: MarkBody,
        response: { 200: MarkedStudent, 409: conflictOf(AttendanceRow) },
      },
    },
    async (request) => {
      const { id, alumno } = request.params
      return { data: await markStudent(db, identityOf(request), id, alumno, request.body) }
    },
  )
  app.post(
    '/api/gestion/sesiones/:id/asistencias',
    { config, schema: { tags, params, response: { 200: MarkedAll } } },
    async (request) => ({ data: await markAll(db, identityOf(request), request.params.id) }),
  )
  app.post(
    '/api/gestion/sesiones/:id/asistencias/deshacer',
    { config, schema: { tags, params, body: UndoBody, response: { 200: UndoneMarks } } },
    async (request) => ({ data: await undoMarks(db, identityOf(request), request.params.id, request.body) }),
  )
}
