import type { LessonFile } from '@campus/contract/catalogue'
import type { DetailedLesson } from '@campus/contract/learning'
import { Button } from '@mantine/core'
import { IconExternalLink, IconFlag, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { supportPath } from '../../../lib/paths'
import { watchAddress } from './player'
import { PROVIDERS } from './providers'
import classes from './stage-faces.module.css'

type Props = { lesson: DetailedLesson; file: LessonFile; onRetry: () => void }

/** For a player that is blocked, away or broken. */
export default function VideoFailure({ lesson, file, onRetry }: Props) {
  const { pathname } = useLocation()
  const { name } = PROVIDERS[file.tipo_video]
  const report = supportPath(
    `No se pudo cargar el video de la lección «${lesson.titulo}».\nCurso: ${lesson.curso.nombre}\nVideo: ${file.titulo} (${name})\nPágina: ${pathname}`,
  )
  return (
    <div className={classes.face} role="alert">
      <IconPlugConnectedX size={36} stroke={1.5} aria-hidden />
      <p className={classes.title}>No se pudo cargar el video</p>
      <p
        className={classes.text}
      >{`Tu red puede estar bloqueando ${name}. La lección se puede leer y completar igual.`}</p>
      <div className={classes.acts}>
        <Button onClick={onRetry} leftSection={<IconRefresh size={18} aria-hidden />}>
          Reintentar
        </Button>
        <Button
          component="a"
          href={watchAddress(file)}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {`Abrir en ${name}`}
        </Button>
        <Button component={Link} to={report} variant="default" leftSection={<IconFlag size={18} aria-hidden />}>
          Avisar
        </Button>
      </div>
    </div>
  )
}
