import { type Icon, IconBooks, IconCertificate } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/format'
import { IconTile, type TileTone } from '../../../ui/icon-tile'
import classes from './counters.module.css'

type CounterProps = { to: string; icon: Icon; tone: TileTone; value: number; label: string }

function Counter({ to, icon, tone, value, label }: CounterProps) {
  return (
    <Link to={to} prefetch="intent" className={classes.counter}>
      <IconTile icon={icon} tone={tone} />
      <span className={classes.value}>{formatNumber(value)}</span>
      <span className={classes.label}>{label}</span>
    </Link>
  )
}

export function Counters({ courses, certificates }: { courses: number; certificates: number }) {
  return (
    <div className={classes.counters}>
      <Counter to="/miscursos" icon={IconBooks} tone="brand" value={courses} label="Cursos Matriculados" />
      <Counter
        to="/miscertificados"
        icon={IconCertificate}
        tone="accent"
        value={certificates}
        label="Certificados Obtenidos"
      />
    </div>
  )
}
