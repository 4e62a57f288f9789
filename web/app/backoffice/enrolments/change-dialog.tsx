import type { EnrolmentChange } from '@campus/contract/enrolment-acts'
import type { GroupRow } from '@campus/contract/groups.staff'
import { Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, failureText } from '../../lib/errors'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import { NumberField } from '../blocks/number-field'
import { GroupSelect } from '../groups/group-select'

export type Accion = EnrolmentChange['accion']

export const VERBS: Record<Accion, string> = {
  extender: 'Extender',
  suspender: 'Suspender',
  reabrir: 'Reabrir',
  grupo: 'Cambiar de grupo',
}

type Until = 'dias' | 'hasta' | 'siempre'

const UNTIL: Record<Until, string> = {
  dias: 'Días más',
  hasta: 'Hasta un día',
  siempre: 'Sin último día',
}

const MONTH = 30

type Draft = { until: Until; dias: number | null; hasta: string; motivo: string; grupo: string }

function changeOf(accion: Accion, { until, dias, hasta, motivo, grupo }: Draft): EnrolmentChange {
  if (accion === 'grupo') return { accion, id_grupo: grupo === '' ? null : Number(grupo), motivo: '' }
  if (accion !== 'extender') return { accion, motivo }
  if (until === 'dias') return { accion, dias: dias ?? 0, motivo: '' }
  return { accion, hasta: until === 'siempre' ? null : hasta, motivo: '' }
}

type Errors = Partial<Record<'dias' | 'hasta' | 'motivo' | 'accion' | 'id_grupo', string>>

const errorsOf = (error: unknown): Errors =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.errors).map(([field, [text = '']]) => [field, text]))
    : {}

const isAtField = ({ dias, hasta, motivo, id_grupo }: Errors): boolean => Boolean(dias ?? hasta ?? motivo ?? id_grupo)

type FieldsProps = { draft: Draft; errors: Errors; offered: Until[]; change: (part: Partial<Draft>) => void }

function UntilFields({ draft, errors, offered, change }: FieldsProps) {
  const { until, dias, hasta } = draft
  return (
    <Stack gap="md">
      <Radio.Group
        label="Hasta cuándo"
        value={until}
        error={until === 'siempre' && errors.hasta}
        onChange={(value) => change({ until: value as Until })}
      >
        <Stack gap={0} mt={4}>
          {offered.map((value) => (
            <Radio key={value} value={value} label={UNTIL[value]} py={10} />
          ))}
        </Stack>
      </Radio.Group>
      {until === 'dias' && (
        <NumberField
          label="Cuántos días"
          description="Desde su último día, o desde hoy si ya pasó."
          whole
          maw={220}
          value={dias}
          error={errors.dias ?? errors.hasta}
          onChange={(value) => change({ dias: value })}
        />
      )}
      {until === 'hasta' && (
        <TextInput
          type="date"
          label="Último día"
          maw={220}
          value={hasta}
          error={errors.hasta}
          onChange={(event) => change({ hasta: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}

type ChangeDialogProps = {
  accion: Accion
  /** *Extender la matrícula*, *Suspender 5 matrículas* */
  title: string
  /** What will happen, and to whom. */
  children: ReactNode
  /** It has no last day, so there is nothing to add days to. */
  endless?: boolean
  /** Why there is nothing to do; then it only says that. */
  nothing?: string | undefined
  /** To move to, and where the enrolment is now. */
  groups?: readonly GroupRow[]
  group?: number | null
  /** Rejects with the server's failure, which the dialog shows. */
  onSend: (change: EnrolmentChange) => Promise<unknown>
  onClose: () => void
}

/** Extends, suspends, reopens or moves one enrolment or several. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { accion, title, children, endless = false, nothing, groups = [], group = null, onSend, onClose } = props
  const offered: Until[] = endless ? ['hasta'] : ['dias', 'hasta', 'siempre']
  const [draft, setDraft] = useState<Draft>({
    ...{ until: offered[0] ?? 'hasta', dias: MONTH, hasta: '', motivo: '' },
    grupo: String(group ?? ''),
  })
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const errors = errorsOf(failure)
  const change = (part: Partial<Draft>) => {
    setFailure(null)
    setDraft((before) => ({ ...before, ...part }))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await onSend(changeOf(accion, draft))
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Text component="div">{nothing ?? children}</Text>
          {accion === 'extender' && !nothing && (
            <UntilFields draft={draft} errors={errors} offered={offered} change={change} />
          )}
          {accion === 'grupo' && (
            <GroupSelect
              groups={groups}
              none="Sin grupo"
              places
              value={draft.grupo}
              error={errors.id_grupo}
              onChange={(event) => change({ grupo: event.currentTarget.value })}
            />
          )}
          {accion === 'suspender' && (
            <Textarea
              label="Por qué se suspende"
              description="Queda en el historial de la academia; al alumno solo se le dice que está en pausa."
              autosize
              minRows={2}
              maxRows={8}
              maxLength={500}
              data-autofocus
              value={draft.motivo}
              error={errors.motivo}
              onChange={(event) => change({ motivo: event.currentTarget.value })}
            />
          )}
        </Stack>
        {failure !== null && !isAtField(errors) && <Failure mt="md" text={errors.accion ?? failureText(failure)} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {nothing ? 'Cerrar' : 'Cancelar'}
          </Button>
          {!nothing && (
            <Button type="submit" loading={busy} color={accion === 'suspender' ? 'red' : undefined}>
              {title}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
