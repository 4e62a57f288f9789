import { isOfflineCall, OFFLINE_CALLS } from '@campus/contract/offline'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from './builders.ts'
import { useApp } from './harness.ts'

const t = useApp()

describe('what a browser may keep', () => {
  it('is a list of calls that exist and only read', () => {
    for (const url of OFFLINE_CALLS) expect([url, t.app.hasRoute({ method: 'GET', url })]).toEqual([url, true])
    expect(isOfflineCall('/api/lecciones/detallado/7')).toBe(true)
    for (const path of [
      '/api/lecciones/detallado/x',
      '/api/lecciones/detallado/7/x',
      '/api/usuarios/7',
      '/api/inicio/',
    ])
      expect([path, isOfflineCall(path)]).toEqual([path, false])
  })

  it('is said by the answer itself: never a refusal, an answer key, a profile or what starts an attempt', async () => {
    const { db } = t.deps
    const student = await aPerson(db)
    const course = await aCourse(db)
    await anEnrolment(db, student.id, course.id)
    const exam = await anExam(db, { id_curso: course.id })
    const token = await t.tokenOf(student.id)
    const policyOf = async (url: string, as?: string) =>
      (await t.call('GET', url, { token: as })).headers['cache-control']
    for (const url of ['/api/inicio', `/api/cursos/detallado/${course.id}`, `/api/evaluacion/${exam.id}`])
      expect([url, await policyOf(url, token)]).toEqual([url, 'private, no-cache'])
    for (const url of [
      `/api/usuarios/${student.id}`,
      '/api/accesos',
      '/api/ordenes',
      '/api/detalle-evaluacion/1/revision',
    ])
      expect([url, await policyOf(url, token)]).toEqual([url, 'no-store'])
    expect(await policyOf('/api/inicio')).toBe('no-store')
    expect(await policyOf('/api/cursos/detallado/999999', token)).toBe('no-store')
  })
})
