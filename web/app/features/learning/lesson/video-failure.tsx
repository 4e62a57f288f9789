import type { LessonFile } from '@campus/contract/catalogue'
import { IconExternalLink, IconFlag, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useBrand } from '../../../lib/brand'
import { supportPath } from '../../../lib/paths'
import { useSession } from '../../../lib/session'
import { AnchorButton, Button, LinkButton } from '../../../ui/button'
import { watchAddress } from './player'
import { PROVIDERS } from './providers'
import classes from './stage-faces.module.css'

type Failed = { lesson: { titulo: string; curso: { nombre: string } }; file: LessonFile }

/** The academy hears of it, filled in: by a ticket from its students, by mail from visitors. */
function Report({ lesson, file }: Failed) {
  const { correo } = useBrand()
  const signed = Boolean(useSession())
  const title = `No se pudo cargar el video de la lección «${lesson.titulo}».`
  const text = `${title}\nCurso: ${lesson.curso.nombre}\nVideo: ${file.titulo} (${PROVIDERS[file.tipo_video].name})\nPágina: ${window.location.pathname}`
  const looks = { variant: 'default', leftSection: <IconFlag size={18} aria-hidden />, children: 'Avisar' } as const
  if (signed) return <LinkButton to={supportPath(text, 'curso')} {...looks} />
  if (!correo) return null
  const mail = `mailto:${correo}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`
  return <AnchorButton href={mail} {...looks} />
}

type FailureProps = Failed & {
  /** What can be done without the video. */
  text: string
  onRetry: () => void
}

/** For a player that is blocked, away or broken. */
export default function VideoFailure({ lesson, file, text, onRetry }: FailureProps) {
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
        <AnchorButton
          href={watchAddress(file)}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {`Abrir en ${name}`}
        </AnchorButton>
        <Report lesson={lesson} file={file} />
      </div>
    </div>
  )
}
