import type { FlatPost, ForumDetail } from '@campus/contract/forums'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api'
import { client } from '../../../lib/client'
import { formatDateTime } from '../../../lib/format'
import { toast } from '../../../lib/toasts'
import { Confirm } from '../../../ui/confirm'
import { Dialog } from '../../../ui/dialog'
import { Html } from '../../../ui/html'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { Skeleton } from '../../../ui/skeleton'
import { Text } from '../../../ui/text'
import RemoveForum from '../list/remove-forum'
import { useRefreshForums } from '../list/use-forum-actions'
import classes from './forum.module.css'
import { withPictures } from './post-body'
import ReportDialog from './report-dialog'
import { TEXTS } from './texts'
import { dropPost } from './tree'
import type { PostDialog, PostDialogProps } from './use-post-actions'
import { type Patches, usePatches } from './use-posts'
import { useWayBack } from './way-back'

const ForumDialog = lazy(() => import('../list/forum-dialog'))

type DialogsProps = {
  dialog: PostDialog
  forum: ForumDetail
  onRemoved: (post: number) => void
  onClose: () => void
}

/** A deleted post with replies leaves a placeholder (docs/product/community.md 3.6). */
function useRemove({ posts, tops, extras, forum, refresh }: Patches) {
  return useMutation({
    mutationFn: ({ id }: FlatPost) => client.DELETE('/api/posts-foro/{id}', { params: { path: { id: String(id) } } }),
    meta: { errorText: TEXTS.removeError },
    onSuccess: ({ data }, { id, parent_id, es_solucion }) => {
      if (data?.data.queda)
        posts((post) =>
          post.id === id
            ? { eliminado: true, usuario: null, likes: 0, liked: false, es_solucion: false, contenido: '' }
            : null,
        )
      else {
        tops((all) => dropPost(all, id))
        extras((all) => all.filter((post) => post.id !== id))
        // The following posts move up.
        if (parent_id === null) void refresh()
      }
      forum(({ total_posts, resuelto, id_solucion, autor_solucion }) => ({
        total_posts: Math.max(0, total_posts - 1),
        resuelto: resuelto && !es_solucion,
        id_solucion: es_solucion ? null : id_solucion,
        autor_solucion: es_solucion ? null : autor_solucion,
      }))
      toast(TEXTS.removed)
    },
  })
}

type RemoveProps = Omit<DialogsProps, 'dialog'> & { post: FlatPost }

function RemoveDialog({ post, forum, onRemoved, onClose }: RemoveProps) {
  const remove = useRemove(usePatches(forum.id))
  return (
    <Confirm
      title={TEXTS.askTitle}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(post, { onSuccess: () => onRemoved(post.id), onSettled: onClose })}
    />
  )
}

type TopicProps = Pick<DialogsProps, 'forum' | 'onClose'>

function RemoveTopic({ forum, onClose }: TopicProps) {
  const { back } = useWayBack(forum)
  const navigate = useNavigate()
  const refresh = useRefreshForums()
  const leave = async () => {
    // This page would request what is gone.
    await refresh('none')
    await navigate(back, { replace: true })
  }
  return <RemoveForum forum={forum} onRemoved={leave} onClose={onClose} />
}

function EditTopic({ forum, onClose }: TopicProps) {
  const { course } = useWayBack(forum)
  return (
    <Late>
      <ForumDialog idCurso={course ?? 0} forum={forum} onClose={onClose} onCreated={onClose} />
    </Late>
  )
}

/** Earlier versions of a post or of the opening text, for its author and moderators. */
function HistoryDialog({ forum, post, onClose }: PostDialogProps) {
  const call = { params: { path: { id: String(post?.id ?? forum) } } }
  const ofPost = api.useQuery('get', '/api/posts-foro/{id}/historial', call, { staleTime: 0, enabled: post !== null })
  const ofForum = api.useQuery('get', '/api/foros/{id}/historial', call, { staleTime: 0, enabled: post === null })
  const query = post ? ofPost : ofForum
  return (
    <Dialog onClose={onClose} title={TEXTS.history} size="lg">
      <Loaded query={query} skeleton={<Skeleton height={120} />} errorTitle={TEXTS.historyError}>
        {({ data }) => (
          <>
            {data.length === 0 && <Text>{TEXTS.historyNone}</Text>}
            <ol className={classes.versions}>
              {data.map(({ contenido, editado_en }) => (
                <li key={editado_en}>
                  <p className={classes.until}>{`Hasta el ${formatDateTime(editado_en)}`}</p>
                  <Html html={withPictures(contenido)} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** One lazy chunk for all dialogs of a post and of the opening text. */
export default function Dialogs({ dialog, ...rest }: DialogsProps) {
  const { what, post } = dialog
  const { forum, onClose } = rest
  if (what === 'edit') return <EditTopic {...rest} />
  if (what === 'remove') return post ? <RemoveDialog post={post} {...rest} /> : <RemoveTopic {...rest} />
  if (what === 'report')
    return <ReportDialog forum={forum.id} post={post} seen={(post ?? forum).editado_en} onClose={onClose} />
  return <HistoryDialog forum={forum.id} post={post} onClose={onClose} />
}
