import { type LessonDocument, NOT_A_VIDEO_TEXT } from '@campus/contract/documents/lesson'
import { parseVideo } from '@campus/contract/video'
import { Skeleton, Stack, TextInput } from '@mantine/core'
import { IconBrandVimeo, IconBrandYoutube, IconVideo } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { PublicVideo } from '../../features/learning/learning'
import { Late } from '../../ui/late'
import { useFields } from '../blocks/findings'
import { PartRow } from '../blocks/part-row'
import { PartsField } from '../blocks/parts-field'
import classes from './lessons.module.css'

type Video = LessonDocument['videos'][number]

const MAX_VIDEOS = 20

function Provider({ address }: { address: string }) {
  const kind = parseVideo(address.trim())?.tipo_video
  if (kind === 'youtube') return <IconBrandYoutube size={18} aria-label="YouTube" />
  return kind === 'vimeo' ? <IconBrandVimeo size={18} aria-label="Vimeo" /> : <IconVideo size={18} aria-hidden />
}

/** What a player says of its lesson. */
type VideoLesson = ComponentProps<typeof PublicVideo>['lesson']

/** The video itself, to see that the address is the right one. */
function Player({ video: { titulo, enlace }, lesson }: { video: Video; lesson: VideoLesson }) {
  const parsed = parseVideo(enlace.trim())
  if (!parsed) return null
  return (
    <div className={classes.player}>
      <Late fallback={<Skeleton style={{ aspectRatio: '16 / 9' }} />}>
        <PublicVideo
          key={`${parsed.tipo_video} ${parsed.video}`}
          file={{ id: 0, titulo, enlace: enlace.trim(), ...parsed }}
          lesson={lesson}
        />
      </Late>
    </div>
  )
}

type VideoRowProps = {
  video: Video
  at: number
  lesson: VideoLesson
  onChange: (video: Video) => void
  onRemove: () => void
}

function VideoRow({ video, at, lesson, onChange, onRemove }: VideoRowProps) {
  const of = useFields(video, onChange, 'videos', at)
  const [entered, setEntered] = useState(false)
  const address = of('enlace')
  const wrong = entered && video.enlace.trim() !== '' && !parseVideo(video.enlace.trim())
  return (
    <PartRow name={`el video ${at + 1}`} onRemove={onRemove}>
      <Stack flex={1} gap={8}>
        <TextInput
          type="url"
          aria-label={`Dirección del video ${at + 1}`}
          placeholder="Pega la dirección de YouTube o Vimeo"
          leftSection={<Provider address={video.enlace} />}
          maxLength={500}
          onPaste={() => setEntered(true)}
          onBlur={() => setEntered(true)}
          {...address}
          error={address.error ?? (wrong ? NOT_A_VIDEO_TEXT : undefined)}
        />
        <TextInput
          aria-label={`Título del video ${at + 1}`}
          placeholder="Título (opcional)"
          maxLength={200}
          {...of('titulo')}
        />
      </Stack>
      <Player video={video} lesson={lesson} />
    </PartRow>
  )
}

type VideosProps = { videos: Video[]; lesson: VideoLesson; onChange: (videos: Video[]) => void }

/** The lesson's videos, by their pasted addresses. */
export function VideosField({ videos, lesson, onChange }: VideosProps) {
  return (
    <PartsField
      label="Videos"
      path={['videos']}
      add="Agregar video"
      onAdd={() => onChange([...videos, { titulo: '', enlace: '' }])}
      full={videos.length >= MAX_VIDEOS}
      gap="md"
    >
      {videos.map((video, at) => (
        <VideoRow
          // biome-ignore lint/suspicious/noArrayIndexKey: videos have no id, and typing must not lose the focus
          key={at}
          video={video}
          at={at}
          lesson={lesson}
          onChange={(next) => onChange(videos.map((given, n) => (n === at ? next : given)))}
          onRemove={() => onChange(videos.filter((_, n) => n !== at))}
        />
      ))}
    </PartsField>
  )
}
