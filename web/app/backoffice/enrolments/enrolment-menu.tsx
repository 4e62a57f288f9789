import type { EnrolmentChange, EnrolmentNow } from '@campus/contract/enrolment-acts'
import type { EnrolledCourse } from '@campus/contract/students.staff'
import { isolate, quoted } from '@campus/contract/texts'
import { IconCalendarUp, IconPlayerPause, IconPlayerPlay, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { client } from '../../lib/client'
import { formatDay } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { answerOf } from '../blocks/answer-of'
import { staleCopy } from '../blocks/stale'
import { useGroups } from '../groups/use-groups'
import { useStudentRefresh } from '../students/use-student-refresh'
import { type Accion, ChangeDialog, VERBS } from './change-dialog'

type Enrolment = Pick<
  EnrolledCourse,
  'id' | 'id_curso' | 'version' | 'estado' | 'vence' | 'comprada' | 'id_grupo' | 'grupo'
> & {
  curso: string
  alumno: string
}

const until = (vence: string | null): string => (vence ? `hasta el ${formatDay(vence)}` : 'sin último día')

function doneText(accion: Accion, { vence, orden, grupo }: EnrolmentNow): string {
  if (accion === 'grupo')
    return grupo ? `Ahora está en ${quoted(grupo)}. Le avisamos.` : 'Ya no está en un grupo. Le avisamos.'
  if (accion === 'extender') return `Extendida ${until(vence)}. Le avisamos.`
  if (accion === 'reabrir') return `Reabierta ${until(vence)}. Le avisamos.`
  return `En pausa. Le avisamos.${orden ? ` La compró con la orden ${orden}: decide si devuelves el pago.` : ''}`
}

function WhatHappens({ accion, enrolment }: { accion: Accion; enrolment: Enrolment }) {
  const { alumno, curso, vence, grupo } = enrolment
  const whose = `${isolate(alumno)}, ${quoted(curso)}.`
  if (accion === 'extender')
    return `${whose} ${vence ? `Ahora termina el ${formatDay(vence)}` : 'Ahora no tiene último día'}.`
  if (accion === 'grupo') return `${whose} ${grupo ? `Ahora está en ${quoted(grupo)}.` : 'Ahora no está en un grupo.'}`
  if (accion === 'reabrir') return `${whose} Vuelve a entrar, con lo que ya hizo.`
  return `${whose} No podrá entrar; lo que hizo se conserva y puedes reabrirla.`
}

/** Sends one act on the enrolment as it was read; after another person's, on theirs. */
function useChange(enrolment: Enrolment) {
  const refresh = useStudentRefresh()
  const [seen, setSeen] = useState<number | null>(null)
  const version = Math.max(enrolment.version, seen ?? 0)
  return async (change: EnrolmentChange) => {
    const params = { path: { id: String(enrolment.id) } }
    try {
      const now = await answerOf(client.PUT('/api/gestion/matriculas/{id}', { params, body: { ...change, version } }))
      const { orden } = now
      toast(
        doneText(change.accion, now),
        orden && change.accion === 'suspender' ? { color: 'yellow', stays: true } : {},
      )
    } catch (error) {
      const actual = staleCopy<EnrolmentNow>(error)
      if (actual) setSeen(actual.version)
      throw error
    } finally {
      void refresh()
    }
  }
}

/** Where the course has groups. */
function GroupAct({ enrolment, onClick }: { enrolment: Enrolment; onClick: () => void }) {
  const groups = useGroups(enrolment.id_curso, 'abierto')
  if (groups.length === 0 && enrolment.id_grupo === null) return null
  return <MenuAct icon={IconUsersGroup} label="Cambiar de grupo" onClick={onClick} />
}

/** Names the act. */
function titleOf(accion: Accion, { vence }: Enrolment): string {
  if (accion === 'grupo') return VERBS.grupo
  return accion === 'extender' && !vence ? 'Poner un último día' : `${VERBS[accion]} la matrícula`
}

/** What staff do with one enrolment. */
export function EnrolmentMenu({ enrolment }: { enrolment: Enrolment }) {
  const [accion, setAccion] = useState<Accion | null>(null)
  const send = useChange(enrolment)
  const { alumno, curso, estado, vence, comprada } = enrolment
  const groups = useGroups(accion === 'grupo' ? enrolment.id_curso : null, 'abierto')
  const paused = estado === 'suspendida'
  return (
    <>
      <ActMenu label={`Acciones de la matrícula: ${alumno}, ${curso}`}>
        {paused ? (
          <MenuAct icon={IconPlayerPlay} label="Reabrir" onClick={() => setAccion('reabrir')} />
        ) : (
          <>
            {(vence || !comprada) && (
              <MenuAct
                icon={IconCalendarUp}
                label={vence ? 'Extender' : 'Poner un último día'}
                onClick={() => setAccion('extender')}
              />
            )}
            <GroupAct enrolment={enrolment} onClick={() => setAccion('grupo')} />
            <MenuAct icon={IconPlayerPause} label="Suspender" color="red" onClick={() => setAccion('suspender')} />
          </>
        )}
      </ActMenu>
      {accion && (
        <ChangeDialog
          accion={accion}
          title={titleOf(accion, enrolment)}
          groups={groups}
          group={enrolment.id_grupo}
          endless={vence === null}
          onSend={send}
          onClose={() => setAccion(null)}
        >
          <WhatHappens accion={accion} enrolment={enrolment} />
        </ChangeDialog>
      )}
    </>
  )
}
