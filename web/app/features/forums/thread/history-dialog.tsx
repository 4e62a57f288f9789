import { api } from '../../../lib/api'
import { formatDateTime } from '../../../lib/format'
import { Dialog } from '../../../ui/dialog'
import { Html } from '../../../ui/html'
import { Loaded } from '../../../ui/loaded'
import { Skeleton } from '../../../ui/skeleton'
import { Text } from '../../../ui/text'
import classes from './forum.module.css'
import { withPictures } from './post-body'
import { TEXTS } from './texts'
import type { PostDialogProps } from './use-post-actions'

/** Earlier versions of a post or of the opening text, for its author and moderators. */
export default function HistoryDialog({ forum, post, onClose }: PostDialogProps) {
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
