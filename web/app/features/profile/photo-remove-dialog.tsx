import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
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
  return (
    <Modal opened onClose={save.busy ? () => undefined : onClose} title={T.photoRemoveTitle} centered>
      <Text>{T.photoRemoveText}</Text>
      {failed && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={T.error} mt="sm">
          {failed}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={save.busy} onClick={onClose}>
          Conservar mi foto
        </Button>
        <Button color="red" loading={save.busy} onClick={send}>
          Sí, quitar
        </Button>
      </Group>
    </Modal>
  )
}
