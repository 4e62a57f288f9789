import { Alert, Button, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAlertCircle, IconCheck, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format'
import { useLeaveBlocker } from '../../lib/leave-blocker'
import { limaTime } from '../../lib/session-time'
import { Dialog, DialogActions } from '../../ui/dialog'
import classes from './record.module.css'
import type { RecordState, SaveState } from './use-record'

type Values = Record<string, string>

function StaleNote<V extends Values>({ stale }: { stale: RecordState<V>['stale'] }) {
  if (!stale) return null
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} role="alert" mb="lg">
      <Text fw={600}>Esta ficha cambió mientras la editabas. Marcamos lo que es distinto.</Text>
      <Text c="dimmed" size="sm">
        {`${stale.por?.nombre ?? 'Otra persona'} guardó el ${formatDateTime(stale.en)}. Lo que escribiste sigue aquí.`}
      </Text>
    </Alert>
  )
}

/** The props of a field, with the other person's value below it where both changed it. */
export function fieldProps<V extends Values>(record: RecordState<V>, name: keyof V & string) {
  const theirs = record.stale?.theirs[name]
  return {
    ...record.form.getInputProps(name),
    ...(theirs !== undefined && {
      inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
      'data-theirs': true,
      description: (
        <span className={classes.theirs}>
          <span>
            <span>{`${record.stale?.por?.nombre ?? 'La otra persona'} puso: `}</span>
            <strong>{theirs || 'vacío'}</strong>
          </span>
          <button type="button" className={classes.take} onClick={() => record.takeTheirs(name)}>
            Usar esto
          </button>
        </span>
      ),
    }),
  }
}

function SaveWords({ state, isDirty }: { state: SaveState; isDirty: boolean }) {
  if (state.name === 'saving') return 'Guardando…'
  if (state.name === 'failed')
    return (
      <span className={classes.failed}>
        <IconAlertCircle size={16} aria-hidden />
        <span>{state.text}</span>
      </span>
    )
  if (isDirty) return 'Hay cambios sin guardar'
  if (state.name === 'saved')
    return (
      <>
        <IconCheck size={16} aria-hidden />
        <span>{`Guardado ${limaTime(state.at)}`}</span>
      </>
    )
  return null
}

export function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const blocker = useLeaveBlocker(() => isDirty)
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog onClose={() => blocker.reset?.()} title="Hay cambios sin guardar">
      <Text>Si sales ahora, se pierde lo que escribiste en esta ficha.</Text>
      <DialogActions>
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          Salir sin guardar
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          Seguir editando
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type RecordFormProps<V extends Values> = {
  record: RecordState<V>
  label: string
  /** In a dialog, which is left by closing it: its button instead of *Guardar*. */
  action?: string
  children: ReactNode
}

/** A record's form: its fields, and *Guardar* always in reach. */
export function RecordForm<V extends Values>({ record, label, action, children }: RecordFormProps<V>) {
  const { state, stale, isDirty, submit, discard } = record
  useHotkeys([['mod+S', () => isDirty && submit()]], [])
  const bar = (
    <>
      <span role="status" className={classes.words}>
        <SaveWords state={state} isDirty={isDirty && action === undefined} />
      </span>
      {isDirty && action === undefined && (
        <Button variant="subtle" color="gray" onClick={discard}>
          Descartar
        </Button>
      )}
      <Button type="submit" loading={state.name === 'saving'} disabled={!isDirty}>
        {action ?? 'Guardar'}
      </Button>
    </>
  )
  return (
    <form onSubmit={submit} noValidate aria-label={label} className={classes.form}>
      <StaleNote stale={stale} />
      {children}
      {action === undefined ? (
        <div className={classes.bar} data-idle={(!isDirty && state.name === 'idle') || undefined}>
          {bar}
        </div>
      ) : (
        <DialogActions>{bar}</DialogActions>
      )}
      <LeaveDialog isDirty={isDirty} />
    </form>
  )
}

/** A titled group of fields: what it is about at the left, the fields at the right. */
export function FieldGroup({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.group}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        {text && (
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        )}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}
