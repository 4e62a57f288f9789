import type { ForumDetail } from '@campus/contract/forums'
import { Skeleton, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { api } from '../../../lib/api'
import { forumsPath, isId, modulesPath } from '../../../lib/paths'
import { useUser } from '../../../lib/session'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../../ui/access-denied'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { Follow } from './follow'
import classes from './forum.module.css'
import { ForumContext } from './forum-context'
import { Info } from './info'
import { ReplyContext } from './inline-reply'
import { Opening } from './opening'
import { Posts } from './posts'
import { ReplyBar } from './reply-bar'
import { TEXTS } from './texts'
import { ThreadContext } from './thread-state'
import { useConversation } from './use-conversation'
import { usePostAddress } from './use-post-address'
import { useForum, usePosts } from './use-posts'

const Dialogs = lazy(() => import('./dialogs'))

/** The course to go back to: the forum's, otherwise the one it was opened from, otherwise the student's first. */
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

function LoadedForum({ forum }: { forum: ForumDetail }) {
  const conversation = useConversation(forum)
  const course = useCourse(forum)
  const forums = forum.curso ? '' : '?mostrar=generales'
  const back = course ? `${forumsPath(course)}${forums}` : '/miscursos'
  return (
    <ThreadContext value={conversation.store}>
      <ForumContext value={conversation.facts}>
        <ReplyContext value={conversation.reply}>
          <Breadcrumbs
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
              <Opening forum={forum} page={conversation.address.page} />
              <Posts forum={forum} conversation={conversation} />
              <ReplyBar forum={forum} conversation={conversation} />
            </div>
            <Info forum={forum} back={back} />
          </div>
          <Late>
            {conversation.dialog.open && (
              <Dialogs
                key={conversation.dialog.open.post?.id ?? 'tema'}
                dialog={conversation.dialog.open}
                forum={forum}
                course={course}
                back={back}
                patches={conversation.patches}
                onRemoved={conversation.removed}
                onClose={conversation.dialog.close}
              />
            )}
          </Late>
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
  // The posts are requested together with the forum.
  const address = usePostAddress(id)
  usePosts(id, address.page, address.known)
  const refusal = query.data ? null : accessDenial(query.error)
  if (refusal === 'not-found') return <ContentNotFound what="este foro" />
  if (refusal === 'no-enrolment') return <NoEnrolment />
  return (
    <>
      {!query.data && <PageHead title={TEXTS.untitled} hidden />}
      <Loaded query={query} skeleton={skeleton} errorTitle={TEXTS.loadError}>
        {({ data }) => <LoadedForum forum={data} />}
      </Loaded>
    </>
  )
}

function NoForum() {
  useEffect(() => {
    notifications.show({ id: 'sin-foro', color: 'red', title: 'Error', message: TEXTS.noForum, role: 'alert' })
  }, [])
  return <Navigate to="/miscursos" replace />
}

/** A forum and its answers (docs/product/community.md 3). */
export default function ForumPage() {
  const { idForo = '' } = useParams()
  return isId(idForo) ? <Forum key={idForo} id={Number(idForo)} /> : <NoForum />
}
