import type { LessonFile } from '@campus/contract/catalogue'
import { Button } from '@mantine/core'
import { IconExternalLink, IconFlag, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import { watchAddress } from './player'
import { PROVIDERS } from './providers'
import classes from './stage-faces.module.css'

type Props = {
  file: LessonFile
  /** What can be done without the video. */
  text: string
  /** Where to tell the academy; visitors have no such page. */
  report?: string
  onRetry: () => void
}

/** For a player that is blocked, away or broken. */
export default function VideoFailure({ file, text, report, onRetry }: Props) {
  const { name } = PROVIDERS[file.tipo_video]
  return (
    <div className={classes.face} role="alert">
      <IconPlugConnectedX size={36} stroke={1.5} aria-hidden />
      <p className={classes.title}>No se pudo cargar el video</p>
      <p className={classes.text}>{`Tu red puede estar bloqueando ${name}. ${text}`}</p>
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
        {report && (
          <Button component={Link} to={report} variant="default" leftSection={<IconFlag size={18} aria-hidden />}>
            Avisar
          </Button>
        )}
      </div>
    </div>
  )
}
