import type { ForumDetail } from '@campus/contract/forums'
import { lazy, useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { isId, modulesPath } from '../../../lib/paths'
import { toast } from '../../../lib/toasts'
import { accessDenial, ContentNotFound, NoEnrolment } from '../../../ui/access-denied'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
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
import { useForumPage } from './use-forum-page'
import { usePostAddress } from './use-post-address'
import { useForum, usePosts } from './use-posts'
import { useWayBack } from './way-back'

const Dialogs = lazy(() => import('./dialogs'))

function Path({ forum }: { forum: ForumDetail }) {
  const { course, back } = useWayBack(forum)
  return (
    <Breadcrumbs
      items={[
        { text: 'Mis cursos', to: '/miscursos' },
        ...(course ? [{ text: 'Módulos', to: modulesPath(course, forum.modulo?.id) }] : []),
        { text: 'Foros', to: back },
        { text: forum.titulo },
      ]}
    />
  )
}

function Aside({ forum }: { forum: ForumDetail }) {
  const { back } = useWayBack(forum)
  return <Info forum={forum} back={back} />
}

function LoadedForum({ forum }: { forum: ForumDetail }) {
  const state = useForumPage(forum)
  return (
    <ThreadContext value={state.store}>
      <ForumContext value={state.facts}>
        <ReplyContext value={state.reply}>
          <Path forum={forum} />
          <PageHead title={forum.titulo} lead={forum.descripcion || undefined} action={<Follow forum={forum} />} />
          <div className={classes.columns}>
            <div className={classes.main}>
              <Opening forum={forum} page={state.address.page} />
              <Posts forum={forum} state={state} />
              <ReplyBar forum={forum} state={state} />
            </div>
            <Aside forum={forum} />
          </div>
          <Late>
            {state.dialog.open && (
              <Dialogs
                key={state.dialog.open.post?.id ?? 'tema'}
                dialog={state.dialog.open}
                forum={forum}
                patches={state.patches}
                onRemoved={state.removed}
                onClose={state.dialog.close}
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
    <Skeleton height={260} />
    <Skeleton height={160} />
    <Skeleton height={160} />
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
    toast(TEXTS.noForum, { id: 'sin-foro', color: 'red', title: 'Error' })
  }, [])
  return <Navigate to="/miscursos" replace />
}

/** A forum and its answers (docs/product/community.md 3). */
export default function ForumPage() {
  const { idForo = '' } = useParams()
  return isId(idForo) ? <Forum key={idForo} id={Number(idForo)} /> : <NoForum />
}
