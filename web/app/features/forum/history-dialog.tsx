import { Modal, Skeleton, Text } from '@mantine/core'
import { api } from '../../platform/api'
import { formatDateTime } from '../../platform/format'
import { Html } from '../../ui/html'
import { Loaded } from '../../ui/states'
import classes from './forum.module.css'
import { withPictures } from './post-body'
import { T } from './texts'
import type { PostDialogProps } from './use-post-actions'

/** What a post said before each of its changes, newest first: for its author and its moderators. */
export default function HistoryDialog({ post, onClose }: PostDialogProps) {
  const query = api.useQuery(
    'get',
    '/api/posts-foro/{id}/historial',
    { params: { path: { id: String(post.id) } } },
    { staleTime: 0 },
  )
  return (
    <Modal opened onClose={onClose} title={T.history} size="lg" centered>
      <Loaded query={query} skeleton={<Skeleton height={120} />} errorTitle={T.historyError}>
        {({ data }) => (
          <>
            {data.length === 0 && <Text>{T.historyNone}</Text>}
            <ol className={classes.versions}>
              {data.map(({ contenido, editado_en }) => (
                <li key={editado_en}>
                  <p className={classes.until}>Hasta el {formatDateTime(editado_en)}</p>
                  <Html html={withPictures(contenido)} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Modal>
  )
}
