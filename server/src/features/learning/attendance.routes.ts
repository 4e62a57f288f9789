import { Attendance, AttendanceBody, AttendanceQuery, ClosedAttendance } from '@campus/contract/attendance'
import { IdParams, Message, maybeOf, messageBody, oneOf, PageQuery, pageOf } from '@campus/contract/common'
import { type App, type Deps, identityOf } from '../../platform/http/http.ts'
import { closeAttendance, findAttendanceOf, listAttendances, removeAttendance, startAttendance } from './attendance.ts'

export function attendanceRoutes(app: App, { db }: Deps): void {
  const config = { access: 'signed' as const }
  const tags = ['Asistencia']
  const body = AttendanceBody
  const created = oneOf(Attendance)

  app.post(
    '/api/asistencia/iniciar',
    { config, schema: { tags, body, response: { 200: created, 201: created } } },
    async (request, reply) => {
      const { created, attendance } = await startAttendance(db, identityOf(request), request.body.leccion_id)
      return reply.status(created ? 201 : 200).send({ data: attendance })
    },
  )
  app.post(
    '/api/asistencia/cerrar',
    { config, schema: { tags, body, response: { 200: ClosedAttendance } } },
    async (request) => closeAttendance(db, identityOf(request), request.body.leccion_id),
  )
  app.get(
    '/api/asistencias',
    { config, schema: { tags, querystring: PageQuery, response: { 200: pageOf(Attendance) } } },
    async (request) => ({ data: await listAttendances(db, identityOf(request), request.query) }),
  )
  app.get(
    '/api/asistencias/usuario-leccion',
    { config, schema: { tags, querystring: AttendanceQuery, response: { 200: maybeOf(Attendance) } } },
    async (request) => {
      const identity = identityOf(request)
      const { usuario_id = identity.id, leccion_id } = request.query
      return { data: await findAttendanceOf(db, identity, usuario_id, leccion_id) }
    },
  )
  app.delete(
    '/api/asistencias/:id',
    { config: { access: 'calificar' }, schema: { tags, params: IdParams, response: { 200: Message } } },
    async (request) => {
      await removeAttendance(db, identityOf(request), request.params.id)
      return messageBody('Asistencia eliminada.')
    },
  )
}
