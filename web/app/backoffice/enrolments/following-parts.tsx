import { RISK_NAMES } from '@campus/contract/enrolment-names'
import type { EnrolmentRow } from '@campus/contract/enrolments.staff'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFlame } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { count, formatDate } from '../../lib/format'
import { Late } from '../../ui/late'
import { Tag } from '../../ui/tag'
import { EnrolmentState } from '../students/student-parts'
import classes from './enrolments.module.css'

const ContactDialog = lazy(() => import('./contact-dialog'))

const LOOKS = {
  atencion: { icon: IconAlertTriangle, tone: 'wait' },
  alto: { icon: IconFlame, tone: 'bad' },
} as const

/** `62 %`, and below it `2 de 3 exámenes`. */
export function Progress({ row: { avance, seguimiento } }: { row: EnrolmentRow }) {
  const { examenes = 0, aprobados = 0, certificado = false } = seguimiento ?? {}
  const exams = examenes > 0 ? `${aprobados} de ${count(examenes, 'examen', 'exámenes')}` : null
  const detail = certificado ? 'Con certificado' : exams
  return (
    <>
      <span>{`${avance} %`}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </>
  )
}

export function StateAndGroup({ row: { estado, grupo } }: { row: EnrolmentRow }) {
  return (
    <>
      <EnrolmentState state={estado} />
      {grupo && <span className={classes.group}>{grupo}</span>}
    </>
  )
}

export const activityOf = ({ seguimiento }: EnrolmentRow): string | null =>
  seguimiento?.ultima_actividad ? formatDate(seguimiento.ultima_actividad) : null

/** Why a student is at risk, until someone contacts them. */
export function Risk({ row }: { row: EnrolmentRow }) {
  const [open, setOpen] = useState(false)
  const { riesgo = null, contactado_en = null } = row.seguimiento ?? {}
  if (!riesgo) return <span className={classes.contacted}>{`Contactado el ${formatDate(contactado_en)}`}</span>
  const name = `${row.nombres} ${row.apellidos}`.trim()
  return (
    <div className={classes.risk}>
      <div className={classes.level}>
        <Tag {...LOOKS[riesgo.nivel]}>{RISK_NAMES[riesgo.nivel]}</Tag>
        <Button variant="subtle" aria-label={`Ya lo contacté: ${name}`} onClick={() => setOpen(true)}>
          Ya lo contacté
        </Button>
      </div>
      <ul>
        {riesgo.motivos.map((motive) => (
          <li key={motive}>{motive}</li>
        ))}
      </ul>
      {open && (
        <Late>
          <ContactDialog row={row} onClose={() => setOpen(false)} />
        </Late>
      )}
    </div>
  )
}

export const hasRisk = ({ seguimiento }: EnrolmentRow): boolean =>
  seguimiento !== null && (seguimiento.riesgo !== null || seguimiento.contactado_en !== null)
