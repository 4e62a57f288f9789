import { Button } from '@mantine/core'
import { IconCalendarUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { client } from '../../lib/client'
import { count } from '../../lib/format'
import { answerOf } from '../blocks/answer-of'
import { type Accion, ChangeDialog, VERBS } from './change-dialog'

const ICONS = { extender: IconCalendarUp, suspender: IconPlayerPause, reabrir: IconPlayerPlay } as const
const ACTS = ['extender', 'suspender', 'reabrir'] as const satisfies Accion[]

const TEXTS: Record<Accion, string> = {
  extender: 'A quienes ya pagaron no se les acorta. Les avisamos.',
  suspender: 'No podrán entrar; lo que hicieron se conserva. Les avisamos.',
  reabrir: 'Vuelven a entrar, con lo que ya hicieron. Les avisamos.',
}

type BatchActsProps = { ids: readonly number[]; onStarted: (job: number) => void }

/** What staff do with the enrolments that they chose; each that cannot be is told with its reason. */
export function BatchActs({ ids, onStarted }: BatchActsProps) {
  const [asked, setAsked] = useState<{ accion: Accion; envio: string } | null>(null)
  const whom = count(ids.length, 'matrícula', 'matrículas')
  return (
    <>
      {ACTS.map((accion) => {
        const Drawing = ICONS[accion]
        return (
          <Button
            key={accion}
            variant="default"
            leftSection={<Drawing size={18} aria-hidden />}
            disabled={ids.length === 0}
            onClick={() => setAsked({ accion, envio: crypto.randomUUID() })}
          >
            {VERBS[accion]}
          </Button>
        )
      })}
      {asked && (
        <ChangeDialog
          accion={asked.accion}
          title={`${VERBS[asked.accion]} ${whom}`}
          onSend={async (change) => {
            const body = { ...change, ids: [...ids], envio: asked.envio }
            onStarted((await answerOf(client.POST('/api/gestion/matriculas/lote', { body }))).id)
          }}
          onClose={() => setAsked(null)}
        >
          {TEXTS[asked.accion]}
        </ChangeDialog>
      )}
    </>
  )
}
