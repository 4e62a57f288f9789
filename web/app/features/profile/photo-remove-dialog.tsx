import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirm } from '../../ui/confirm'
import { T } from './texts'
import { useSaveProfile } from './use-save-profile'

/** Asks before the photo is taken away; a failure says so here and leaves it. */
export function PhotoRemoveDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [failed, setFailed] = useState<string>()
  const save = useSaveProfile(id, onClose)
  async function send(): Promise<void> {
    setFailed(undefined)
    try {
      await save.send({ quitar_foto: '1' })
    } catch (error) {
      setFailed(error instanceof Error ? error.message : T.unexpected)
    }
  }
  const failure = failed && (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={T.error} mt="sm">
      {failed}
    </Alert>
  )
  return (
    <Confirm
      opened
      title={T.photoRemoveTitle}
      action="Sí, quitar"
      cancel="Conservar mi foto"
      busy={save.busy}
      failure={failure}
      onConfirm={send}
      onClose={save.busy ? () => undefined : onClose}
    >
      {T.photoRemoveText}
    </Confirm>
  )
}
