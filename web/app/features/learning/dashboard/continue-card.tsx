import type { Dashboard, NextPiece } from '@campus/contract/learning'
import { IconBook2, IconChecklist, IconPlayerPlayFilled } from '@tabler/icons-react'
import { formatClock } from '../../../lib/format'
import { piecePath } from '../../../lib/paths'
import { usePrefetch } from '../../../lib/prefetch'
import { LinkButton } from '../../../ui/button'
import { Picture } from '../../../ui/picture'
import { ProgressRing } from '../../../ui/progress'
import { Group } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
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
          <LinkButton to="/cursos" className={classes.button}>
            Elegir otro curso
          </LinkButton>
          <LinkButton to="/miscursos" variant="subtle" className={classes.button}>
            Ir a mis cursos
          </LinkButton>
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
          <Title order={2} id="continuar" className={classes.name}>
            {place.titulo}
          </Title>
          <Text className={classes.course}>
            <IconBook2 size={18} aria-hidden />
            <span>{curso.nombre}</span>
          </Text>
          <div className={classes.act}>
            <LinkButton
              to={piecePath(place)}
              prefetch="intent"
              size="lg"
              className={classes.button}
              leftSection={<Mark size={18} aria-hidden />}
            >
              {resumeText(place, started)}
            </LinkButton>
            <ProgressRing value={progreso.porcentaje} label={`Avance en ${curso.nombre}`} size={60} />
          </div>
        </div>
      </div>
    </section>
  )
}
