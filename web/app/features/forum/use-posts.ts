import type { FlatPost, ForumDetail, TopPost } from '@campus/contract/forums'
import { POSTS_PER_PAGE } from '@campus/contract/rules'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../platform/api'
import { mapPosts, type PostPage } from './tree'

const forumCall = (id: number) => ({ params: { path: { id: String(id) } } })

const pageCall = (forum: number, page: number) => ({
  params: { query: { id_foro: String(forum), page, per_page: POSTS_PER_PAGE } },
})

/** How often the page looks whether somebody wrote meanwhile. */
const LOOK_MS = 60_000

/** One forum; what is new in it is looked for while the page is in sight. */
export const useForum = (id: number) =>
  api.useQuery('get', '/api/foros/{id}', forumCall(id), { staleTime: 0, refetchInterval: LOOK_MS })

/**
 * A page of a forum's top-level posts with their trees. It does not change under the reader by itself: what is new is
 * offered, and comes when it is asked for.
 */
export const usePosts = (forum: number, page: number, enabled: boolean) =>
  api.useQuery('get', '/api/posts-foro', pageCall(forum, page), {
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Where a post stands, for an address that leads to it. One that is gone is not asked for again with each part of the page. */
export const usePlace = (id: number | null) =>
  api.useQuery('get', '/api/posts-foro/{id}', forumCall(id ?? 0), { enabled: id !== null, retryOnMount: false })

type Cached<Data> = { data: Data }
type FlatPage = Omit<PostPage, 'data'> & { data: FlatPost[] }

const POSTS = ['get', '/api/posts-foro']
const REPLIES = ['get', '/api/posts-foro/{id}/respuestas']

/** Changes what is shown of a forum and its posts, whichever pages are loaded. */
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
      /** Adds a top-level post at the end of a page. */
      append(number: number, post: TopPost): void {
        const key = api.queryOptions('get', '/api/posts-foro', pageCall(forum, number)).queryKey
        queryClient.setQueryData<Cached<PostPage>>(key, (page) => {
          if (!page || page.data.data.some(({ id }) => id === post.id)) return page
          return { data: { ...page.data, total: page.data.total + 1, data: [...page.data.data, post] } }
        })
      },
      /** Changes every loaded post that `change` says something of. */
      posts(change: (post: FlatPost) => Partial<FlatPost> | null): void {
        tops((data) => mapPosts(data, change))
        extras((data) => data.map((post) => ({ ...post, ...change(post) })))
      },
      forum: (change: (forum: ForumDetail) => Partial<ForumDetail>) =>
        queryClient.setQueryData<Cached<ForumDetail>>(
          queryKey,
          (known) => known && { data: { ...known.data, ...change(known.data) } },
        ),
      /** The pages of posts are asked for again. */
      refresh: () => queryClient.invalidateQueries({ queryKey: POSTS }),
      /** Lists of forums tell another story now; they are asked for when they are shown. */
      lists: () =>
        queryClient.invalidateQueries({
          predicate: ({ queryKey: [, path] }) =>
            typeof path === 'string' && /^\/api\/foros(\/(?!\{id\}$)|$)/.test(path),
        }),
    }
  }, [queryClient, forum])
}

export type Patches = ReturnType<typeof usePatches>
