import type { Report } from '@campus/contract/forums'
import { describe, expect, it } from 'vitest'
import { subjectsOf } from './subjects'

const usuario = { id: 3, nombres: 'Luis', apellidos: 'Paz', foto_perfil: null, tipo_cliente: 'Alumno' as const }
const report = (id: number, id_foro: number, post: number | null): Report => ({
  ...{ id, motivo: 'spam', detalle: '', fecha: '2026-11-20T10:00:00-05:00', decision: null, id_foro, foro: 'Dudas' },
  reporta: { id: 9, nombre: 'Ana Rojas' },
  ...{ eliminado: false, reportado: null },
  tema:
    post === null ? { contenido: '<p>Hola</p>', fecha: '2026-11-19T10:00:00-05:00', editado_en: null, usuario } : null,
  post:
    post === null
      ? null
      : {
          ...{
            id: post,
            id_foro,
            parent_id: null,
            contenido: '<p>Vendo</p>',
            recortado: false,
            likes: 0,
            liked: false,
          },
          ...{ fecha: '2026-11-19T10:00:00-05:00', fecha_creacion: '2026-11-19T10:00:00-05:00', editado_en: null },
          ...{ eliminado: false, es_solucion: false, likes_usuarios: [], usuario },
        },
})

describe('reported texts', () => {
  it('are one item each, with all who reported them, in the order of the oldest report', () => {
    const found = subjectsOf([report(1, 7, 40), report(2, 8, null), report(3, 7, 40), report(4, 7, null)])
    expect(found.map(({ id, reports, esTema }) => [id, reports.length, esTema])).toEqual([
      [1, 2, false],
      [2, 1, true],
      [4, 1, true],
    ])
    expect(found[0]).toMatchObject({ autor: 'Luis Paz', ruta: '/foro/7?post=40#post-40' })
  })

  it('show each earlier text once, however many reported it', () => {
    const earlier = (id: number, contenido: string) => ({
      ...report(id, 7, 40),
      reportado: { titulo: null, contenido },
    })
    const [found] = subjectsOf([
      earlier(1, '<p>A</p>'),
      earlier(2, '<p>A</p>'),
      report(3, 7, 40),
      earlier(4, '<p>B</p>'),
    ])
    expect(found?.reportados.map(({ contenido }) => contenido)).toEqual(['<p>A</p>', '<p>B</p>'])
  })
})
