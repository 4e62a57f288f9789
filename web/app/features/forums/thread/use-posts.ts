import type { FlatPost, ForumDetail, TopPost } from '@campus/contract/forums'
import { POSTS_PER_PAGE } from '@campus/contract/rules'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api'
import { mapPosts, type PostPage } from './tree'

const forumCall = (id: number) => ({ params: { path: { id: String(id) } } })

const pageCall = (forum: number, page: number) => ({
  params: { query: { id_foro: String(forum), page, per_page: POSTS_PER_PAGE } },
})

/** How often the page checks for new posts. */
const POLL_MS = 60_000

export const useForum = (id: number) =>
  api.useQuery('get', '/api/foros/{id}', forumCall(id), { staleTime: 0, refetchInterval: POLL_MS })

/** Not refetched by itself, because posts must not move while reading: what is new is offered instead. */
export const usePosts = (forum: number, page: number, enabled: boolean) =>
  api.useQuery('get', '/api/posts-foro', pageCall(forum, page), {
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The page and thread of a linked post; not retried on mount, because several components request a deleted one. */
export const usePlace = (id: number | null) =>
  api.useQuery('get', '/api/posts-foro/{id}', forumCall(id ?? 0), { enabled: id !== null, retryOnMount: false })

type Cached<Data> = { data: Data }
type FlatPage = Omit<PostPage, 'data'> & { data: FlatPost[] }

const POSTS = ['get', '/api/posts-foro']
const REPLIES = ['get', '/api/posts-foro/{id}/respuestas']

/** Changes the cached forum and posts, whichever pages are loaded. */
export function usePatches(forum: number) {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const { queryKey } = api.queryOptions('get', '/api/foros/{id}', forumCall(forum))
    const tops = (change: (tops: TopPost[]) => TopPost[]) =>
      queryClient.setQueriesData<Cached<PostPage>>({ queryKey: POSTS }, (page) => {
        if (!page) return page
        const data = change(page.data.data)
        return data === page.data.data ? page : { data: { ...page.data, data } }
      })
    const extras = (change: (posts: FlatPost[]) => FlatPost[]) =>
      queryClient.setQueriesData<Cached<FlatPage>>(
        { queryKey: REPLIES },
        (page) => page && { data: { ...page.data, data: change(page.data.data) } },
      )
    return {
      tops,
      extras,
      append(number: number, post: TopPost): void {
        const key = api.queryOptions('get', '/api/posts-foro', pageCall(forum, number)).queryKey
        queryClient.setQueryData<Cached<PostPage>>(key, (page) => {
          if (!page || page.data.data.some(({ id }) => id === post.id)) return page
          return { data: { ...page.data, total: page.data.total + 1, data: [...page.data.data, post] } }
        })
      },
      posts(change: (post: FlatPost) => Partial<FlatPost> | null): void {
        tops((data) => mapPosts(data, change))
        extras((data) => data.map((post) => ({ ...post, ...change(post) })))
      },
      forum: (change: (forum: ForumDetail) => Partial<ForumDetail>) =>
        queryClient.setQueryData<Cached<ForumDetail>>(
          queryKey,
          (cached) => cached && { data: { ...cached.data, ...change(cached.data) } },
        ),
      refresh: () => queryClient.invalidateQueries({ queryKey: POSTS }),
      lists: () =>
        queryClient.invalidateQueries({
          predicate: ({ queryKey: [, path] }) =>
            typeof path === 'string' && /^\/api\/foros(\/(?!\{id\}$)|$)/.test(path),
        }),
    }
  }, [queryClient, forum])
}

export type Patches = ReturnType<typeof usePatches>
