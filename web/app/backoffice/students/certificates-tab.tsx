import type { StudentCertificate } from '@campus/contract/certificates.staff'
import type { Student } from '@campus/contract/students.staff'
import { Anchor, Group } from '@mantine/core'
import { IconCertificate, IconCertificate2Off, IconCircleCheck, IconPencil, IconRestore } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDate, formatNumber } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { Tag } from '../../ui/tag'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { focusWhenThere } from '../blocks/findings'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { isAllowed, useStaff } from '../shell/staff'
import { studentPath } from './paths'
import classes from './students.module.css'

const RevocationDialog = lazy(() => import('./revocation-dialog'))

const CAUSES = { academia: 'La academia', devolucion: 'Devolución', correccion: 'Nota corregida' } as const

function State({ certificate }: { certificate: StudentCertificate }) {
  const { fecha_revocacion: on, motivo_revocacion: reason, causa_revocacion: cause } = certificate
  if (cause === null)
    return (
      <Tag icon={IconCircleCheck} tone="good">
        Vigente
      </Tag>
    )
  return (
    <span className={classes.reason}>
      <Tag icon={IconCertificate2Off} tone="bad">{`Revocado el ${formatDate(on)}`}</Tag>
      <span className={classes.detail}>{`${CAUSES[cause]}: ${reason}`}</span>
    </span>
  )
}

const titleOf = ({ modulo, curso }: StudentCertificate): string => modulo ?? curso

const COLUMNS: ListConfig<StudentCertificate>['columns'] = [
  {
    key: 'titulo',
    label: 'Certificado',
    cell: ({ modulo, curso }) => (
      <span className={classes.named}>
        <span>{modulo ?? curso}</span>
        <span className={classes.detail}>{modulo ? curso : 'Del curso'}</span>
      </span>
    ),
  },
  { key: 'codigo', label: 'Código', cell: ({ codigo_certificado }) => codigo_certificado, steady: true },
  { key: 'alumno', label: 'Nombre impreso', cell: ({ alumno }) => alumno },
  { key: 'nota', label: 'Nota', cell: ({ nota }) => `${formatNumber(nota)} %`, align: 'right', steady: true },
  { key: 'emision', label: 'Emitido', cell: ({ fecha_emision }) => formatDate(fecha_emision), steady: true },
  { key: 'estado', label: 'Estado', cell: (row) => <State certificate={row} /> },
]

type ActsProps = { certificate: StudentCertificate; student: Student; onChange: () => void }

function Acts({ certificate, student, onChange }: ActsProps) {
  const staff = useStaff()
  const navigate = useNavigate()
  const { codigo_certificado: code, estado } = certificate
  const names = isAllowed(staff, 'alumnos.gestionar') && student.estado !== 'eliminada'
  const decides = isAllowed(staff, 'academia')
  /** A corrected name prints every certificate again. */
  const correctName = () => {
    void navigate(studentPath(student.id, 'datos'))
    focusWhenThere('nombres')
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor component={Link} to={`/certificado/${code}`} inherit className={classes.view}>
        Ver
        <span className="visually-hidden">{` el certificado ${code}`}</span>
      </Anchor>
      {(names || decides) && (
        <ActMenu label={`Acciones de ${titleOf(certificate)}`}>
          {names && <MenuAct icon={IconPencil} label="Reemitir con el nombre corregido" onClick={correctName} />}
          {decides &&
            (estado === 'vigente' ? (
              <MenuAct icon={IconCertificate2Off} label="Revocar" color="red" onClick={onChange} />
            ) : (
              <MenuAct icon={IconRestore} label="Restaurar" onClick={onChange} />
            ))}
        </ActMenu>
      )}
    </Group>
  )
}

/** What the student earned in the caller's courses, valid or not. */
export function CertificatesTab({ student }: { student: Student }) {
  const state = useListState()
  const [changed, setChanged] = useState<StudentCertificate | null>(null)
  const query = useRows('/api/gestion/alumnos/{id}/certificados', {
    path: { id: String(student.id) },
    query: state.params,
  })
  const config: ListConfig<StudentCertificate> = {
    label: 'Certificados',
    id: ({ id }) => id,
    sort: '-emision',
    columns: [
      ...COLUMNS,
      {
        key: 'acciones',
        label: 'Acciones',
        cell: (row) => <Acts certificate={row} student={student} onChange={() => setChanged(row)} />,
        steady: true,
      },
    ],
    errorTitle: 'No pudimos cargar los certificados',
    empty: (
      <EmptyState
        icon={IconCertificate}
        title="Todavía no tiene certificados."
        text="Los gana al aprobar el examen de un módulo, o el final de un curso."
      />
    ),
  }
  return (
    <>
      <StaffList config={config} state={state} query={query} />
      <Late>{changed && <RevocationDialog certificate={changed} onClose={() => setChanged(null)} />}</Late>
    </>
  )
}
