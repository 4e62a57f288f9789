import type { FlatPost, ForumPost, TopPost } from '@campus/contract/forums'
import { describe, expect, it } from 'vitest'
import { addReply, countOf, dropPost, findIn, grow, mapPosts, pathTo } from './tree'

const flat = (id: number, parent_id: number | null = null): FlatPost => ({
  id,
  id_foro: 1,
  parent_id,
  contenido: `<p>${id}</p>`,
  recortado: false,
  fecha: '2026-11-21T20:00:00.000Z',
  fecha_creacion: '2026-11-21T20:00:00.000Z',
  editado_en: null,
  eliminado: false,
  es_solucion: false,
  likes: 0,
  liked: false,
  likes_usuarios: [],
  usuario: { id: 1, nombres: 'Rosa', apellidos: 'Ñahui', foto_perfil: null, tipo_cliente: 'Alumno' },
})
const post = (id: number, parent: number | null, replies: ForumPost[] = []): ForumPost => ({
  ...flat(id, parent),
  replies,
})
const top = (id: number, replies: ForumPost[] = [], replies_restantes = 0): TopPost => ({
  ...post(id, null, replies),
  replies_restantes,
})
/** 1 > (2 > 4, 3); 5. */
const tops = (): TopPost[] => [top(1, [post(2, 1, [post(4, 2)]), post(3, 1)]), top(5)]
/** Ids with the ids below them. */
const shape = (posts: readonly ForumPost[]): unknown => posts.map(({ id, replies }) => [id, shape(replies)])

describe('a tree of posts', () => {
  it('counts posts, finds them and returns their path', () => {
    expect(countOf(tops()[0]?.replies ?? [])).toBe(3)
    expect(findIn(tops(), 4)?.id).toBe(4)
    expect([4, 1, 9].map((id) => pathTo(tops(), id))).toEqual([[1, 2], [], null])
  })

  it('changes one post and leaves every other the same object', () => {
    const before = tops()
    const after = mapPosts(before, ({ id }) => (id === 3 ? { likes: 7 } : null))
    expect(findIn(after, 3)?.likes).toBe(7)
    expect(after[1]).toBe(before[1])
    expect(after[0]?.replies[0]).toBe(before[0]?.replies[0])
    expect(mapPosts(before, () => null)).toBe(before)
  })

  it('adds a reply once, below its parent or, when that is not loaded, below its thread', () => {
    const added = addReply(tops(), flat(6, 4), 1)
    expect(pathTo(added, 6)).toEqual([1, 2, 4])
    expect(addReply(added, flat(6, 4), 1)).toBe(added)
    expect(pathTo(addReply(tops(), flat(6, 999), 1), 6)).toEqual([1])
  })

  it('removes a post at any depth', () => {
    expect(shape(dropPost(tops(), 4))).toEqual([
      [
        1,
        [
          [2, []],
          [3, []],
        ],
      ],
      [5, []],
    ])
    expect(shape(dropPost(tops(), 5))).toEqual([
      [
        1,
        [
          [2, [[4, []]]],
          [3, []],
        ],
      ],
    ])
  })
})

describe('a thread with more replies than came with it', () => {
  it('merges loaded pages in any order and counts the missing replies', () => {
    const long = top(1, [post(2, 1)], 3)
    const grown = grow(long, [flat(5, 4), flat(4, 2), flat(4, 2)])
    expect(shape(grown.replies)).toEqual([[2, [[4, [[5, []]]]]]])
    expect(grown.left).toBe(1)
  })

  it('shows a reply without its parent below the thread, and moves it when the parent is loaded', () => {
    const long = top(1, [post(2, 1)], 2)
    expect(shape(grow(long, [flat(9, 7)]).replies)).toEqual([
      [2, []],
      [9, []],
    ])
    expect(shape(grow(long, [flat(7, 2), flat(9, 7)]).replies)).toEqual([[2, [[7, [[9, []]]]]]])
  })

  it('reuses the object of every post that did not change', () => {
    const long = top(1, [post(2, 1, [post(3, 2)]), post(6, 1)], 5)
    const more = [flat(7, 3), flat(8, 6)]
    const first = grow(long, more)
    const second = grow(long, [...more, flat(9, 6)])
    expect(second.replies[0]).toBe(first.replies[0])
    expect(second.replies[1]).not.toBe(first.replies[1])
    expect(findIn(second.replies, 8)).toBe(findIn(first.replies, 8))
  })
})
