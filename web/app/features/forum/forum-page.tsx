import type { ForumDetail } from '@campus/contract/forums'
import { POSTS_PER_PAGE } from '@campus/contract/rules'
import { Skeleton, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { api } from '../../platform/api'
import { forumsPath, isId, modulesPath } from '../../platform/paths'
import { usePresent } from '../../platform/present'
import type { ScreenHandle } from '../../platform/screen-handle'
import { useUser } from '../../platform/session'
import { Crumbs } from '../../ui/crumbs'
import { PageHead } from '../../ui/page-head'
import { NoEnrolment, NotHere, refusalOf } from '../../ui/refusal'
import { LoadError, Loading } from '../../ui/states'
import { Follow } from './follow'
import classes from './forum.module.css'
import { ForumContext } from './forum-context'
import { Info } from './info'
import { ReplyContext } from './inline-reply'
import { LateDialogs } from './late-dialogs'
import { Opening } from './opening'
import { Posts } from './posts'
import { T } from './texts'
import { ThreadContext } from './thread-state'
import { useAsked } from './use-arrival'
import { useConversation } from './use-conversation'
import { useForum, usePosts } from './use-posts'

/** The course whose forums lead back from here: the forum's own; of a general one that where it was found, else one's first. */
function useCourse(forum: ForumDetail): number | null {
  const { state } = useLocation()
  const { id } = useUser()
  const came = Number((state as { curso?: unknown } | null)?.curso)
  const general = forum.curso === null && !came
  const mine = api.useQuery(
    'get',
    '/api/matriculas/usuario/{id}',
    { params: { path: { id: String(id) } } },
    { enabled: general },
  )
  if (forum.curso) return forum.curso.id
  return came || (mine.data?.data[0]?.curso.id ?? null)
}

function Whole({ forum }: { forum: ForumDetail }) {
  const talk = useConversation(forum)
  const course = useCourse(forum)
  const forums = forum.curso ? '' : '?mostrar=generales'
  const back = course ? `${forumsPath(course)}${forums}` : '/miscursos'
  return (
    <ThreadContext value={talk.store}>
      <ForumContext value={talk.facts}>
        <ReplyContext value={talk.reply}>
          <Crumbs
            items={[
              { text: 'Mis cursos', to: '/miscursos' },
              ...(course ? [{ text: 'Módulos', to: modulesPath(course, forum.modulo?.id) }] : []),
              { text: 'Foros', to: back },
              { text: forum.titulo },
            ]}
          />
          <PageHead title={forum.titulo} lead={forum.descripcion || undefined} action={<Follow forum={forum} />} />
          <div className={classes.columns}>
            <div className={classes.main}>
              <Opening forum={forum} page={talk.asked.page} />
              <Posts forum={forum} talk={talk} />
            </div>
            <Info forum={forum} back={back} />
          </div>
          <LateDialogs
            asked={talk.dialog.asked}
            patches={talk.patches}
            onRemoved={talk.removed}
            onClose={talk.dialog.close}
          />
        </ReplyContext>
      </ForumContext>
    </ThreadContext>
  )
}

const skeleton = (
  <Stack gap="md">
    <Skeleton height={20} width="50%" />
    <Skeleton height={40} width="80%" />
    <Skeleton height={260} radius="lg" />
    <Skeleton height={160} radius="lg" />
    <Skeleton height={160} radius="lg" />
  </Stack>
)

function Forum({ id }: { id: number }) {
  const query = useForum(id)
  // Its posts are asked for together with it.
  const asked = useAsked(id)
  usePosts(id, asked.page, asked.known)
  const forum = usePresent(query.data)?.data
  const refusal = query.data ? null : refusalOf(query.error)
  if (refusal === 'not-here') return <NotHere what="este foro" />
  if (refusal === 'no-enrolment') return <NoEnrolment />
  if (forum) return <Whole forum={forum} />
  // Never a forum that is not there (storefront.md section 8 has a placeholder): what happened, and Retry.
  if (query.error && !query.data && !query.isFetching)
    return (
      <>
        <PageHead title={T.untitled} hidden />
        <LoadError error={query.error} title={T.loadError} onRetry={() => query.refetch()} />
      </>
    )
  return (
    <>
      <PageHead title={T.untitled} hidden />
      <Loading>{skeleton}</Loading>
    </>
  )
}

/** An address without a forum leads back to the courses, and says why (storefront.md section 8). */
function NoForum() {
  useEffect(() => {
    notifications.show({ id: 'sin-foro', color: 'red', title: 'Error', message: T.noForum, role: 'alert' })
  }, [])
  return <Navigate to="/miscursos" replace />
}

export const handle: ScreenHandle = {
  first: [
    { path: '/api/foros/{idForo}' },
    { path: `/api/posts-foro?id_foro={idForo}&page=1&per_page=${POSTS_PER_PAGE}`, plain: true },
  ],
}

/** A forum and what people answer in it (storefront.md section 2 "Forum detail"). */
export default function ForumPage() {
  const { idForo = '' } = useParams()
  return isId(idForo) ? <Forum key={idForo} id={Number(idForo)} /> : <NoForum />
}
