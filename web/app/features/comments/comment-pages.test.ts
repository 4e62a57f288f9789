import type { Comment, Reply } from '@campus/contract/comments'
import { expect, it } from 'vitest'
import {
  addComment,
  addReplies,
  type CommentPage,
  commentsOf,
  hasComment,
  type Pages,
  patchComment,
  removeComment,
} from './comment-pages'

const reply = (id: number, over: Partial<Reply> = {}): Reply => ({
  id,
  comentario: `Texto ${id}`,
  id_usuario: 1,
  id_leccion: 9,
  fecha: '2026-11-21T20:00:00.000Z',
  editado_en: null,
  eliminado: false,
  likes: 1,
  liked: false,
  parent_id: null,
  usuario: { nombre: 'Rosa', nombres: 'Rosa', apellidos: '', imagen: null, tipo_cliente: 'Alumno' },
  puede_eliminar: true,
  ...over,
})
const comment = (id: number, replies: Reply[] = [], over: Partial<Reply> = {}): Comment => ({
  ...reply(id, over),
  replies,
  replies_restantes: 0,
})
const page = (current_page: number, data: Comment[]): CommentPage => ({
  data,
  total: 4,
  per_page: 2,
  current_page,
  last_page: 2,
})
const loaded: Pages = {
  pages: [page(1, [comment(4), comment(3, [reply(7, { parent_id: 3 })])]), page(2, [comment(2), comment(1)])],
  pageParams: [],
}
const ids = (pages: Pages) => commentsOf(pages).map(({ id }) => id)

it('shows a comment once that moved to the next page', () => {
  const slid = { ...loaded, pages: [page(1, [comment(4), comment(3)]), page(2, [comment(3), comment(2)])] }
  expect(ids(slid)).toEqual([4, 3, 2])
})

it('finds comments and replies', () => {
  expect([4, 7, 8].map((id) => hasComment(loaded, id))).toEqual([true, true, false])
})

it('changes a comment or a reply and nothing else', () => {
  const liked = patchComment(loaded, 7, ({ likes }) => ({ liked: true, likes: likes + 1 }))
  expect(commentsOf(liked)[1]?.replies[0]).toMatchObject({ liked: true, likes: 2 })
  expect(patchComment(liked, 7, () => ({ liked: false, likes: 1 }))).toEqual(loaded)
})

it('puts a new comment on top and a new reply last in its thread', () => {
  const more = addComment(loaded, comment(5))
  expect(ids(more)).toEqual([5, 4, 3, 2, 1])
  expect(more.pages.map(({ total }) => total)).toEqual([5, 5])
  const answered = addComment(loaded, comment(8, [], { parent_id: 3 }))
  expect(commentsOf(answered)[1]?.replies.map(({ id }) => id)).toEqual([7, 8])
  expect(answered.pages[0]?.total).toBe(4)
})

it('adds nothing twice, and nothing to the top of an older page', () => {
  expect(addComment(loaded, comment(4))).toBe(loaded)
  const deep = { ...loaded, pages: loaded.pages.slice(1) }
  expect(ids(addComment(deep, comment(5)))).toEqual([2, 1])
})

it('removes a deleted comment, or leaves a placeholder above its replies', () => {
  expect(ids(removeComment(loaded, 2, false))).toEqual([4, 3, 1])
  expect(removeComment(loaded, 2, false).pages.map(({ total }) => total)).toEqual([3, 3])
  const placed = removeComment(loaded, 3, true)
  expect(commentsOf(placed)[1]).toMatchObject({ comentario: '[eliminado]', usuario: null, replies: [{ id: 7 }] })
  expect(commentsOf(removeComment(loaded, 7, false))[1]?.replies).toEqual([])
  // Without its last reply the placeholder of a deleted comment goes too.
  expect(ids(removeComment(placed, 7, false))).toEqual([4, 2, 1])
})

it('adds a page of replies once, in order of time, and counts the rest', () => {
  const at = (id: number, second: string) => reply(id, { parent_id: 3, fecha: `2026-11-21T20:00:${second}+00:00` })
  const more = addReplies(loaded, 3, [at(9, '02'), at(8, '01.5'), reply(7, { parent_id: 3 })], 5)
  expect(commentsOf(more)[1]?.replies.map(({ id }) => id)).toEqual([7, 8, 9])
  expect(commentsOf(more)[1]?.replies_restantes).toBe(2)
})
