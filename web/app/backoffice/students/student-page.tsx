import type { Permission } from '@campus/contract/permissions'
import type { Student } from '@campus/contract/students.staff'
import { Alert, Anchor, Button, Group, Tabs } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { formatAgo } from '../../lib/ago'
import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { Avatar } from '../../ui/avatar'
import { PageHead } from '../../ui/page-head'
import { CopyLink } from '../blocks/copy-link'
import { LoadedScreen } from '../blocks/loaded-screen'
import { salePath } from '../sales/paths'
import { NotFound } from '../shell/not-found'
import { isAllowed, useStaff } from '../shell/staff'
import { AccountActs, PendingMail } from './account-card'
import { AttemptsTab } from './attempts-tab'
import { CertificatesTab } from './certificates-tab'
import { DetailsTab } from './details-tab'
import { OrdersTab } from './orders-tab'
import { studentPath } from './paths'
import { StudentState } from './student-parts'
import { SummaryTab } from './summary-tab'

const FIRST = 'resumen'
const TABS = [
  { value: FIRST, label: 'Resumen', permission: null, Panel: SummaryTab },
  { value: 'evaluaciones', label: 'Evaluaciones', permission: null, Panel: AttemptsTab },
  { value: 'certificados', label: 'Certificados', permission: null, Panel: CertificatesTab },
  { value: 'compras', label: 'Compras', permission: 'ventas.ver', Panel: OrdersTab },
  { value: 'datos', label: 'Datos', permission: null, Panel: DetailsTab },
] as const satisfies { value: string; label: string; permission: Permission | null; Panel: unknown }[]

const seenText = ({ ultima_actividad: seen }: Student): string =>
  seen ? `Entró ${formatAgo(seen, Date.now())}` : 'Nunca entró'

function Head({ student }: { student: Student }) {
  const { nombres, apellidos, foto_perfil, correo, estado } = student
  const staff = useStaff()
  const open = estado === 'activa' || estado === 'sin_confirmar'
  return (
    <>
      <PageHead
        title={`${nombres} ${apellidos}`}
        action={
          <Group gap="sm" align="flex-start">
            {open && isAllowed(staff, 'ventas.registrar') && (
              <Button
                component={Link}
                to={salePath({ persona: student.id })}
                variant="default"
                leftSection={<IconReceipt size={18} aria-hidden />}
              >
                Registrar venta
              </Button>
            )}
            {open && isAllowed(staff, 'alumnos.gestionar') && (
              <CopyLink id={student.id} nombre={nombres} invited={student.invitada} />
            )}
            <AccountActs student={student} />
          </Group>
        }
        lead={
          <Group gap="sm">
            <Avatar nombres={nombres} apellidos={apellidos} imagen={foto_perfil} size={36} />
            {estado !== 'eliminada' && (
              <Anchor href={`mailto:${correo}`} inherit c="inherit">
                {correo}
              </Anchor>
            )}
            <StudentState state={estado} />
            <span>{seenText(student)}</span>
          </Group>
        }
      />
      <PendingMail student={student} />
      {student.falta_nombre && (
        <Alert color="yellow" variant="light" mb="lg" title="Falta el nombre">
          {namelessText(student.certificados_sin_nombre)}
        </Alert>
      )}
    </>
  )
}

const ASKED = 'Nadie escribió su nombre: se lo preguntamos al entrar, y tú puedes escribirlo en Datos.'

/** What waits for the name, and what was printed without it. */
const namelessText = (printed: number): string =>
  printed === 0
    ? `${ASKED} Sus certificados esperan hasta entonces.`
    : `${ASKED} ${count(printed, 'certificado se imprimió', 'certificados se imprimieron')} sin él: con su nombre salen otra vez, con el mismo código.`

/** Tabs that were; what they had is on the first. */
const FORMER: ReadonlySet<string> = new Set(['cursos', 'atencion'])

type TabbedProps = { student: Student; tab: string }

function Tabbed({ student, tab }: TabbedProps) {
  const navigate = useNavigate()
  const staff = useStaff()
  const tabs = TABS.filter(({ permission }) => isAllowed(staff, permission))
  if (FORMER.has(tab)) return <Navigate replace to={studentPath(student.id)} />
  if (!tabs.some(({ value }) => value === tab)) return <NotFound />
  return (
    <>
      <Head student={student} />
      <Tabs
        value={tab}
        onChange={(value) => navigate(studentPath(student.id, value === FIRST || value === null ? '' : value))}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Panel }) => (
          <Tabs.Panel key={value} value={value}>
            <Panel student={student} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** A student: who they are, what they study, what they bought and asked. */
export default function StudentPage() {
  const { id = '', tab = FIRST } = useParams()
  const query = api.useQuery('get', '/api/gestion/alumnos/{id}', { params: { path: { id } } })
  return (
    <LoadedScreen query={query} errorTitle="No pudimos abrir la ficha">
      {({ data }) => <Tabbed key={data.id} student={data} tab={tab} />}
    </LoadedScreen>
  )
}
