import type { Dashboard, NextPiece } from '@campus/contract/learning'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconBook2, IconChecklist, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatClock } from '../../../lib/format'
import { piecePath } from '../../../lib/paths'
import { usePrefetch } from '../../../lib/prefetch'
import { Picture } from '../../../ui/picture'
import { ProgressRing } from '../../../ui/progress'
import classes from './continue-card.module.css'
import { TEXTS } from './texts'

const HERO_SIZES = '(max-width: 900px) 92vw, 420px'

function Finished() {
  return (
    <section className={classes.card} aria-labelledby="continuar">
      <div className={classes.body}>
        <Title order={2} id="continuar">
          {TEXTS.allDoneTitle}
        </Title>
        <Text>{TEXTS.allDoneText}</Text>
        <Group gap="xs">
          <Button component={Link} to="/cursos" variant="white" className={classes.button}>
            Elegir otro curso
          </Button>
          <Button component={Link} to="/miscursos" variant="transparent" c="white" className={classes.button}>
            Ir a mis cursos
          </Button>
        </Group>
      </div>
    </section>
  )
}

function resumeText(piece: NextPiece, started: boolean): string {
  if (piece.tipo === 'examen') return 'Ir al examen'
  if (piece.segundo > 0) return `Continuar en ${formatClock(piece.segundo)}`
  return started ? 'Continuar' : 'Empezar'
}

export function ContinueCard({ inicio }: { inicio: Dashboard }) {
  const prefetch = usePrefetch()
  const place = inicio.siguiente
  const enrollment = inicio.cursos.find(({ curso }) => curso.id === place?.id_curso)
  if (!place || !enrollment) return <Finished />
  const { curso, progreso } = enrollment
  const started = enrollment.estado_avance === 'en_curso'
  const Mark = place.tipo === 'examen' ? IconChecklist : IconPlayerPlayFilled
  const preload = () => {
    if (place.tipo === 'leccion') void prefetch.lesson(place.id_leccion)
  }
  return (
    <section className={classes.card} aria-labelledby="continuar" onPointerEnter={preload} onFocus={preload}>
      <div className={classes.inside}>
        <div className={classes.picture}>
          <Picture src={curso.imagen} alt="" ratio={16 / 9} sizes={HERO_SIZES} eager />
        </div>
        <div className={classes.body}>
          <Text className={classes.eyebrow}>{started ? 'Continúa donde lo dejaste' : 'Empieza por aquí'}</Text>
          <Title order={2} id="continuar" lineClamp={2}>
            {place.titulo}
          </Title>
          <Text className={classes.course}>
            <IconBook2 size={18} aria-hidden />
            <span>{curso.nombre}</span>
          </Text>
          <div className={classes.act}>
            <Button
              component={Link}
              to={piecePath(place)}
              prefetch="intent"
              variant="white"
              size="lg"
              className={classes.button}
              leftSection={<Mark size={18} aria-hidden />}
            >
              {resumeText(place, started)}
            </Button>
            <ProgressRing value={progreso.porcentaje} label={`Avance en ${curso.nombre}`} size={60} />
          </div>
        </div>
      </div>
    </section>
  )
}
