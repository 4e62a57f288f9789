import { limaClock } from '@campus/contract/formats'
import type { AcademyFigures, Inbox } from '@campus/contract/inbox'
import { isolate, quoted } from '@campus/contract/texts'
import { IconCoffee, IconExternalLink } from '@tabler/icons-react'
import { lazy } from 'react'
import { Navigate } from 'react-router'
import { api } from '../../lib/api'
import { count, formatMoney } from '../../lib/format'
import { limaTime } from '../../lib/session-time'
import { AnchorButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import { formatCounted, formatWaiting } from '../blocks/counted'
import { Figure, Figures } from '../blocks/figures'
import { salesOfDays } from '../orders/paths'
import { useInbox } from '../shell/inbox-query'
import { isAllowed, isCashierAlone, useStaff } from '../shell/staff'
import classes from './inbox.module.css'
import { Row, Section } from './rows'
import { isDone, type Work, waitingWork } from './waiting-work'

const FirstSteps = lazy(() => import('./first-steps'))

const FIGURES_EVERY_MS = 5 * 60_000

function WorkRow({ work: { path, label, icon: Drawing, count, note } }: { work: Work }) {
  return (
    <li>
      <Row path={path}>
        <Drawing size={20} stroke={1.7} aria-hidden className={classes.icon} />
        <span className={classes.words}>
          <span className={classes.label}>{label}</span>
          {note && <span className={classes.text}>{note}</span>}
        </span>
        <span className={classes.count}>{formatWaiting(count)}</span>
      </Row>
    </li>
  )
}

function Classes({ classes: today }: { classes: NonNullable<Inbox['clases_hoy']> }) {
  return (
    <ul className={classes.rows}>
      {today.map(({ id, nombre, curso, grupo, inicio, duracion, enlace }) => (
        <li key={id} className={classes.row}>
          <time dateTime={inicio} className={classes.time}>
            {limaTime(Date.parse(inicio))}
          </time>
          <span className={classes.words}>
            <span className={classes.label}>{nombre}</span>
            <span className={classes.text}>
              {[curso, grupo && `Grupo ${quoted(grupo)}`, `${duracion} min`].filter(Boolean).join(' · ')}
            </span>
          </span>
          <AnchorButton
            href={enlace}
            target="_blank"
            rel="noopener noreferrer"
            variant="light"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            Ir a sesión
            <span className="visually-hidden">{`: ${nombre}`}</span>
          </AnchorButton>
        </li>
      ))}
    </ul>
  )
}

function AcademyFigureList({ figures }: { figures: AcademyFigures }) {
  const today = limaClock(Date.now()).slice(0, 10)
  const { ventas_hoy, ventas_mes, matriculas_hoy, matriculas_mes, alumnos_activos } = figures
  return (
    <Figures>
      <Figure
        label="Ventas de hoy"
        value={formatMoney(ventas_hoy.neto)}
        text={count(ventas_hoy.cobros, 'cobro', 'cobros')}
        to={salesOfDays(today, today)}
      />
      <Figure
        label="Ventas del mes"
        value={formatMoney(ventas_mes.neto)}
        text={count(ventas_mes.cobros, 'cobro', 'cobros')}
        to={salesOfDays(`${today.slice(0, 8)}01`, today)}
      />
      <Figure
        label="Matrículas del mes"
        value={formatCounted(matriculas_mes)}
        text={`${formatCounted(matriculas_hoy)} hoy`}
        to="/gestion/matriculas?periodo=mes"
      />
      <Figure
        label="Alumnos activos"
        value={formatCounted(alumnos_activos)}
        text="en los últimos 7 días"
        to="/gestion/alumnos?activos=1"
      />
    </Figures>
  )
}

/** The figures fail alone: what waits is shown without them. */
function Academy() {
  const figures = api.useQuery('get', '/api/gestion/bandeja/cifras', {}, { refetchInterval: FIGURES_EVERY_MS })
  return (
    <Loaded
      query={figures}
      skeleton={<Skeleton height={110} />}
      errorTitle="No pudimos cargar las cifras de la academia"
    >
      {({ data }) => <AcademyFigureList figures={data} />}
    </Loaded>
  )
}

function Desk({ inbox }: { inbox: Inbox }) {
  const managing = isAllowed(useStaff(), 'academia')
  const work = waitingWork(inbox)
  const steps = inbox.primeros_pasos
  const today = inbox.clases_hoy ?? []
  return (
    <div className={classes.desk}>
      {steps && !isDone(steps) && (
        <Late fallback={<Skeleton height={380} />}>
          <FirstSteps steps={steps} />
        </Late>
      )}
      {managing && <Academy />}
      {work.length > 0 && (
        <Section title="Por atender">
          <ul className={classes.rows}>
            {work.map((one) => (
              <WorkRow key={one.key} work={one} />
            ))}
          </ul>
        </Section>
      )}
      {today.length > 0 && (
        <Section title="Clases de hoy">
          <Classes classes={today} />
        </Section>
      )}
      {work.length === 0 && today.length === 0 && (
        <EmptyState icon={IconCoffee} color="gray" title="Todo al día. No hay nada por atender." />
      )}
    </div>
  )
}

function DeskSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton height={110} />
      <Skeleton height={180} />
      <Skeleton height={120} />
    </Stack>
  )
}

/** What waits for this person, and how the academy does. */
export default function InboxPage() {
  const staff = useStaff()
  const query = useInbox()
  if (isCashierAlone(staff)) return <Navigate to="/gestion/caja" replace />
  return (
    <>
      <PageHead title={`Hola, ${isolate(staff.nombres.split(' ')[0] ?? '')}`} documentTitle="Bandeja" />
      <Loaded query={query} skeleton={<DeskSkeleton />} errorTitle="No pudimos cargar tu bandeja">
        {({ data }) => <Desk inbox={data} />}
      </Loaded>
    </>
  )
}
