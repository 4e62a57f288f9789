import { describe, expect, it } from 'vitest'
import { addMark, answered, moreAttending, parseMarks, withMarks } from './marks'

const ana = {
  ...{ id_usuario: 1, nombres: 'Ana', apellidos: 'Rojas', foto_perfil: null },
  ...{ id_asistencia: null, estado: 'no' as const, fecha_asistencia: null },
}

describe('marks that wait for the server', () => {
  it('keeps one for each student, with what the server showed before the first', () => {
    const once = addMark([], ana, 'cerrada')
    expect(moreAttending(once)).toBe(1)
    expect(withMarks([ana], once)[0]?.estado).toBe('cerrada')
    const twice = addMark(once, { ...ana, estado: 'cerrada' }, 'no')
    expect(twice).toEqual([{ id_usuario: 1, estado: 'no', antes: { id_asistencia: null, estado: 'no' } }])
    expect(moreAttending(twice)).toBe(0)
  })

  it('a press while the first mark is under way goes on from its answer', () => {
    const [sent] = addMark([], ana, 'cerrada')
    if (!sent) throw new Error('no mark')
    const now = { ...ana, id_asistencia: 7, estado: 'cerrada' as const }
    expect(answered([sent], sent, now)).toEqual([])
    expect(answered(addMark([sent], ana, 'no'), sent, now)).toEqual([
      { id_usuario: 1, estado: 'no', antes: { id_asistencia: 7, estado: 'cerrada' } },
    ])
  })

  it('reads back what the device stored, without what is damaged', () => {
    const marks = addMark([], ana, 'cerrada')
    expect(parseMarks(JSON.stringify([...marks, { id_usuario: 2, estado: 'sí' }, null]))).toEqual(marks)
    expect(parseMarks('{')).toEqual([])
  })
})
