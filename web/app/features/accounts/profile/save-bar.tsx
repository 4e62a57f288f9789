import { useLeaveBlocker } from '../../../lib/leave-blocker'
import { readSession } from '../../../lib/session'
import { Button } from '../../../ui/button'
import { Confirm } from '../../../ui/confirm'
import { Group } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import classes from './profile.module.css'

type SaveBarProps = { dirty: boolean; busy: boolean; onDiscard: () => void }

/** Asks before unsaved changes are left. */
export function SaveBar({ dirty, busy, onDiscard }: SaveBarProps) {
  // After logout or account deletion nothing is left to save.
  const blocker = useLeaveBlocker(() => dirty && !busy && readSession() !== null)
  return (
    <Group gap="xs" justify="end" className={classes.bar} data-dirty={dirty || undefined}>
      <Text small role="status" className={classes.pending}>
        {dirty && 'Tienes cambios sin guardar'}
      </Text>
      {dirty && (
        <Button variant="subtle" disabled={busy} onClick={onDiscard}>
          Descartar
        </Button>
      )}
      <Button type="submit" loading={busy}>
        Guardar cambios
      </Button>
      <Confirm
        opened={blocker.state === 'blocked'}
        title="Tienes cambios sin guardar"
        action="Salir sin guardar"
        cancel="Seguir editando"
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        Si sales ahora, se perderá lo que escribiste.
      </Confirm>
    </Group>
  )
}
