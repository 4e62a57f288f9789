import type { ForumDetail } from '@campus/contract/forums'
import { plainText } from '@campus/contract/plain-text'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Info } from './info'

/** A space between inline elements, which `plainText` would join. */
const wordsOf = (html: string): string => plainText(html.replaceAll('<', ' <'))

const FORUM: ForumDetail = {
  id: 1,
  titulo: '¿Cómo ilumino?',
  descripcion: '',
  contenido: '<p>Una duda</p>',
  tipo_foro: 'modulo',
  id_curso: 7,
  id_modulo: 9,
  pinned: false,
  resuelto: false,
  likes: 0,
  ultimo_autor: null,
  liked: false,
  vistas: 12,
  total_posts: 3,
  fecha_creacion: '2026-11-20T15:00:00Z',
  ultima_actividad: '2026-11-21T00:30:00Z',
  estado: 1,
  usuario: { id: 2, nombres: 'Luis', apellidos: 'Paredes', foto_perfil: null, tipo_cliente: 'Alumno' },
  curso: { id: 7, nombre: 'Fotografía' },
  modulo: { id: 9, nombre: 'La luz' },
  no_leidos: 0,
  seguimiento: null,
  editado_en: null,
  id_solucion: null,
  autor_solucion: null,
  primer_no_leido: null,
  puede_editar: false,
  puede_moderar: false,
}

const htmlOf = (forum: ForumDetail) => {
  const info = createElement(Info, { forum, back: '/miscursos/7/foros', open: true })
  return renderToString(createElement(MemoryRouter, null, info))
}

it('the sidebar shows type, course, module, last activity and links', () => {
  const html = htmlOf(FORUM)
  const text = wordsOf(html)
  expect(text).toMatch(/Tipo Módulo Curso Fotografía Módulo La luz Última actividad/)
  expect(html).toContain('title="20 nov 2026, 19:30"')
  expect(text).toContain('Volver a Foros')
  expect(text).toContain('Ir al Inicio')
})

it('a general forum has neither course nor module', () => {
  const general = {
    ...FORUM,
    tipo_foro: 'general' as const,
    curso: null,
    modulo: null,
    id_curso: null,
    id_modulo: null,
  }
  const text = wordsOf(htmlOf(general))
  expect(text).toMatch(/Tipo General Última actividad/)
})
