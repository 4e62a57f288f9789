import type { Dashboard } from '@campus/contract/learning'
import { Button, Text, Title } from '@mantine/core'
import { IconBook2, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCalm } from '../../platform/calm'
import { formatClock } from '../../platform/format'
import { lessonPath } from '../../platform/paths'
import { usePrefetch } from '../../platform/prefetch'
import { Picture } from '../../ui/picture'
import { ProgressRing } from '../../ui/progress'
import classes from './continue-card.module.css'
import { T } from './texts'

/** How wide its picture is shown. */
export const HERO_SIZES = '(max-width: 900px) 92vw, 420px'

function Finished() {
  return (
    <section className={classes.card} aria-labelledby="continuar">
      <div className={classes.body}>
        <Title order={2} id="continuar">
          {T.allDoneTitle}
        </Title>
        <Text>{T.allDoneText}</Text>
        <Button component={Link} to="/miscursos" variant="white" className={classes.button}>
          Ir a Mis Cursos
        </Button>
      </div>
    </section>
  )
}

function resumeText(second: number, started: boolean): string {
  if (second > 0) return `Continuar en ${formatClock(second)}`
  return started ? 'Continuar' : 'Empezar'
}

/** Continue where you left: course, lesson, how far, and the one button that goes there. */
export function ContinueCard({ inicio }: { inicio: Dashboard }) {
  const prefetch = usePrefetch()
  const calm = useCalm()
  const place = inicio.continuar
  const enrollment = inicio.cursos.find(({ curso }) => curso.id === place?.id_curso)
  if (!place || !enrollment) return <Finished />
  const { curso, progreso } = enrollment
  const started = progreso.completadas > 0 || place.segundo > 0
  const warm = () => prefetch.lesson(place.id_leccion)
  return (
    <section className={classes.card} aria-labelledby="continuar" onPointerEnter={warm} onFocus={warm}>
      <div className={classes.picture}>
        <Picture src={curso.imagen} alt="" ratio={16 / 9} sizes={HERO_SIZES} eager />
      </div>
      <div className={classes.body}>
        <Text className={classes.eyebrow}>{started ? 'Continúa donde lo dejaste' : 'Empieza por aquí'}</Text>
        <div className={classes.words}>
          <div className={classes.titles}>
            <Title order={2} id="continuar" lineClamp={2}>
              {place.titulo}
            </Title>
            <Text className={classes.course}>
              <IconBook2 size={18} aria-hidden />
              {curso.nombre}
            </Text>
            <Text className={classes.module}>{place.modulo}</Text>
          </div>
          <ProgressRing value={progreso.porcentaje} label={`Avance en ${curso.nombre}`} size={76} />
        </div>
        <Button
          component={Link}
          to={lessonPath(place)}
          // The lesson's files come ahead, but not before what is on this screen.
          prefetch={calm ? 'render' : 'intent'}
          variant="white"
          size="lg"
          className={classes.button}
          leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
        >
          {resumeText(place.segundo, started)}
        </Button>
      </div>
    </section>
  )
}
