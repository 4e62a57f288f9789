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
import classes from './forum.module.css'
import { ForumContext } from './forum-context'
import { Info } from './info'
import { Opening } from './opening'
import { type PostAddress, usePostAddress } from './post-address'
import { Posts } from './posts'
import { ReplyBar, ReplyContext } from './reply'
import { TEXTS } from './texts'
import { useForumPage } from './use-forum-page'
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
  return <Info forum={forum} back={back} open={window.matchMedia('(width >= 64em)').matches} />
}

type LoadedForumProps = { forum: ForumDetail; address: PostAddress; posts: ReturnType<typeof usePosts> }

function LoadedForum({ forum, address, posts }: LoadedForumProps) {
  const page = posts.data?.data
  const { facts, news, reply, dialog, removed } = useForumPage(forum, address.target, page)
  return (
    <ForumContext value={facts}>
      <ReplyContext value={reply}>
        <Path forum={forum} />
        <PageHead
          title={forum.titulo}
          lead={forum.descripcion && <span className={classes.lead}>{forum.descripcion}</span>}
        />
        <div className={classes.columns}>
          <div className={classes.main}>
            <Opening forum={forum} page={address.page} />
            <Posts forum={forum} address={address} posts={posts} opened={reply.opened} />
            <ReplyBar forum={forum} ready={page !== undefined} reply={reply} news={news} />
          </div>
          <Aside forum={forum} />
        </div>
        <Late>
          {dialog.open && (
            <Dialogs
              key={dialog.open.post?.id ?? 'tema'}
              dialog={dialog.open}
              forum={forum}
              onRemoved={removed}
              onClose={dialog.close}
            />
          )}
        </Late>
      </ReplyContext>
    </ForumContext>
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
  const posts = usePosts(id, address.page, address.known)
  const refusal = query.data ? null : accessDenial(query.error)
  if (refusal === 'not-found') return <ContentNotFound what="este foro" />
  if (refusal === 'no-enrolment') return <NoEnrolment error={query.error} />
  return (
    <>
      {!query.data && <PageHead title={TEXTS.untitled} hidden />}
      <Loaded query={query} skeleton={skeleton} errorTitle={TEXTS.loadError}>
        {({ data }) => <LoadedForum forum={data} address={address} posts={posts} />}
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
