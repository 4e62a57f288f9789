import { Confirm } from '../../../ui/confirm'
import { Failure } from '../../../ui/failure'
import { TEXTS } from './texts'
import { useSaveProfile } from './use-save-profile'

export function PhotoRemoveDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const save = useSaveProfile(id, onClose)
  return (
    <Confirm
      opened
      title={TEXTS.photoRemoveTitle}
      action="Sí, quitar"
      cancel="Conservar mi foto"
      busy={save.busy}
      failure={<Failure title={TEXTS.error} error={save.error} mt="sm" />}
      onConfirm={() => void save.send({ quitar_foto: '1' }).catch(() => undefined)}
      onClose={save.busy ? () => undefined : onClose}
    >
      {TEXTS.photoRemoveText}
    </Confirm>
  )
}
