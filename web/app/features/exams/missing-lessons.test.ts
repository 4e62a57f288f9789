import type { Evaluation } from '@campus/contract/exams'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { api } from '../../lib/api'
import MissingLessons from './missing-lessons'

const lesson = (id: number, completada: boolean) => ({ id, titulo: `Lección ${id}`, completada })
const module = (id: number, lecciones: unknown[]) => ({ id, id_curso: 7, nombre: `Módulo ${id}`, lecciones })
const COURSE = {
  id: 7,
  siguiente: { tipo: 'leccion', id_curso: 7, id_modulo: 3, id_leccion: 6 },
  modulos: [
    module(1, [lesson(1, true), lesson(2, false)]),
    module(2, [lesson(3, false), lesson(4, false)]),
    module(3, [lesson(5, true), lesson(6, false)]),
  ],
}

function shown(id_modulo: number | null, faltan: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const { queryKey } = api.queryOptions('get', '/api/cursos/detallado/{id}', { params: { path: { id: '7' } } })
  client.setQueryData(queryKey, { data: COURSE } as never)
  const evaluation = { id_curso: 7, id_modulo, cerrado_por_lecciones: { desde: 80, faltan } } as Evaluation
  const page = createElement(MemoryRouter, null, createElement(MissingLessons, { evaluation }))
  const html = renderToString(createElement(QueryClientProvider, { client }, page))
  const links = [...html.matchAll(/href="\/miscursos\/7\/modulos\/\d+\/leccion\/(\d+)"/g)].map(([, id]) => Number(id))
  return { links, share: /\d+ de \d+ lecciones/.exec(html)?.[0] }
}

it.each([
  ['the exam of the first module', 1, 1, { links: [2, 2], share: '1 de 2 lecciones' }],
  ['the exam of the second module', 2, 3, { links: [2, 2, 3, 4], share: '1 de 4 lecciones' }],
  ['the final exam', null, 3, { links: [2, 2, 3, 4], share: '2 de 5 lecciones' }],
])('%s leads to the first lesson it waits for, and names those before it', (_, module, faltan, expected) =>
  expect(shown(module, faltan)).toEqual(expected),
)
