import type { EnrolmentRow } from '@campus/contract/enrolments.staff'
import { quoted } from '@campus/contract/texts'
import { useState } from 'react'
import { api } from '../../lib/api'
import { toast } from '../../lib/toasts'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { useRefresh } from '../blocks/use-refresh'
import { suspendedText } from './results'

/** The button that opened the dialog goes with the enrolment: the focus stays on its row, or begins the page again. */
function focusRow(row: HTMLElement | null): void {
  const target = row?.isConnected ? row : document.querySelector<HTMLElement>('h1')
  setTimeout(() => target?.focus())
}

function useRemoval(enrolment: EnrolmentRow, onClose: () => void) {
  const refresh = useRefresh('/api/gestion/matriculas', '/api/gestion/alumnos', '/api/gestion/alumnos/{id}')
  const [row] = useState(
    () => document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row]') ?? null,
  )
  const removal = api.useMutation('post', '/api/gestion/matriculas/quitar', {
    meta: { handled: true },
    onSuccess: async ({ data }) => {
      await refresh()
      const message = data.map(suspendedText).join(' ')
      const bought = data.some(({ orden, hecho }) => orden !== null && hecho === 'suspendida')
      toast(message, bought ? { color: 'yellow', stays: true } : {})
      onClose()
      focusRow(row)
    },
  })
  const { id_curso, correo } = enrolment
  const remove = () => {
    if (!removal.isPending) removal.mutate({ body: { cursos: [id_curso], correos: [correo] } })
  }
  return { remove, busy: removal.isPending, error: removal.error }
}

/** Before one enrolment is taken away. */
export function RemoveDialog({ enrolment, onClose }: { enrolment: EnrolmentRow; onClose: () => void }) {
  const { remove, busy, error } = useRemoval(enrolment, onClose)
  const { nombres, apellidos, curso } = enrolment
  return (
    <Confirm
      title="Quitar la matrícula"
      action="Quitar la matrícula"
      busy={busy}
      failure={<Failure mt="md" error={error} />}
      onConfirm={remove}
      onClose={onClose}
    >
      {`Se cierra ${quoted(curso)} para ${`${nombres} ${apellidos}`.trim()}. Lo que hizo en el curso se conserva, y puedes matricularle otra vez.`}
    </Confirm>
  )
}
