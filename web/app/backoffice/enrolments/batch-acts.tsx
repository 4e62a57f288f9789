import type { GroupRow } from '@campus/contract/groups.staff'
import { Button } from '@mantine/core'
import { IconCalendarUp, IconPlayerPause, IconPlayerPlay, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client'
import { count } from '../../lib/format'
import { answerOf } from '../blocks/answer-of'
import { useGroups } from '../groups/use-groups'
import { type Accion, ChangeDialog, VERBS } from './change-dialog'

const ICONS = {
  extender: IconCalendarUp,
  suspender: IconPlayerPause,
  reabrir: IconPlayerPlay,
  grupo: IconUsersGroup,
} as const
const ACTS = ['extender', 'suspender', 'reabrir', 'grupo'] as const satisfies Accion[]

const TEXTS: Record<Accion, string> = {
  extender: 'A quienes ya pagaron no se les acorta. Les avisamos.',
  suspender: 'No podrán entrar; lo que hicieron se conserva. Les avisamos.',
  reabrir: 'Vuelven a entrar, con lo que ya hicieron. Les avisamos.',
  grupo: 'Pasan los que caben; los demás se quedan donde están. Les avisamos.',
}

/** Acts that a payment stands against. */
const BY_PAYMENT: readonly Accion[] = ['extender', 'suspender']

/** How many of the chosen ones were bought; undefined until it is known. */
function useBought(ids: readonly number[]) {
  return useQuery({
    queryKey: ['compradas', ids],
    queryFn: () => answerOf(client.POST('/api/gestion/matriculas/lote/compradas', { body: { ids: [...ids] } })),
    staleTime: 0,
  }).data
}

const paidText = (bought: number, all: number): string => {
  if (bought === all) return all === 1 ? 'Está pagada.' : `Las ${all} están pagadas.`
  return `${count(bought, 'está pagada', 'están pagadas')} de ${all}.`
}

type BatchDialogProps = {
  accion: Accion
  ids: readonly number[]
  groups: readonly GroupRow[]
  onStarted: (job: number) => void
  onClose: () => void
}

function BatchDialog({ accion, ids, groups, onStarted, onClose }: BatchDialogProps) {
  const [envio] = useState(() => crypto.randomUUID())
  const { compradas = 0, sin_ultimo_dia = 0 } = useBought(ids) ?? {}
  const bought = BY_PAYMENT.includes(accion) && compradas > 0 ? ` ${paidText(compradas, ids.length)}` : ''
  return (
    <ChangeDialog
      accion={accion}
      title={`${VERBS[accion]} ${count(ids.length, 'matrícula', 'matrículas')}`}
      groups={groups}
      nothing={
        accion === 'extender' && sin_ultimo_dia === ids.length
          ? 'Las que elegiste están pagadas y no llevan último día: no hay nada que extender.'
          : undefined
      }
      onSend={async (change) => {
        const body = { ...change, ids: [...ids], envio }
        onStarted((await answerOf(client.POST('/api/gestion/matriculas/lote', { body }))).id)
      }}
      onClose={onClose}
    >
      {`${TEXTS[accion]}${bought}`}
    </ChangeDialog>
  )
}

type BatchActsProps = {
  ids: readonly number[]
  /** Of all of them; null where they may be of several. */
  course: number | null
  onStarted: (job: number) => void
}

/** What staff do with the enrolments that they chose; each that cannot be is told with its reason. */
export function BatchActs({ ids, course, onStarted }: BatchActsProps) {
  const groups = useGroups(course, 'abierto')
  const [accion, setAccion] = useState<Accion | null>(null)
  return (
    <>
      {ACTS.filter((act) => act !== 'grupo' || groups.length > 0).map((act) => {
        const Drawing = ICONS[act]
        return (
          <Button
            key={act}
            variant="default"
            leftSection={<Drawing size={18} aria-hidden />}
            disabled={ids.length === 0}
            onClick={() => setAccion(act)}
          >
            {VERBS[act]}
          </Button>
        )
      })}
      {accion && (
        <BatchDialog accion={accion} ids={ids} groups={groups} onStarted={onStarted} onClose={() => setAccion(null)} />
      )}
    </>
  )
}
