import { type LessonDocument, NOT_A_VIDEO_TEXT } from '@campus/contract/documents/lesson'
import { parseVideo } from '@campus/contract/video'
import { Button, Input, Stack, TextInput } from '@mantine/core'
import { IconBrandVimeo, IconBrandYoutube, IconPlus, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { useField } from '../blocks/findings'
import { PartRow } from '../blocks/part-row'
import partClasses from '../blocks/part-row.module.css'

type Video = LessonDocument['videos'][number]

const MAX_VIDEOS = 20

function Provider({ address }: { address: string }) {
  const kind = parseVideo(address.trim())?.tipo_video
  if (kind === 'youtube') return <IconBrandYoutube size={18} aria-label="YouTube" />
  return kind === 'vimeo' ? <IconBrandVimeo size={18} aria-label="Vimeo" /> : <IconVideo size={18} aria-hidden />
}

type VideoRowProps = { video: Video; at: number; onChange: (video: Video) => void; onRemove: () => void }

function VideoRow({ video, at, onChange, onRemove }: VideoRowProps) {
  const field = useField()
  const [left, setLeft] = useState(false)
  const address = field('videos', at, 'enlace')
  const wrong = left && video.enlace.trim() !== '' && !parseVideo(video.enlace.trim())
  return (
    <PartRow name={`el video ${at + 1}`} onRemove={onRemove}>
      <TextInput
        flex={2}
        type="url"
        aria-label={`Dirección del video ${at + 1}`}
        placeholder="Pega la dirección de YouTube o Vimeo"
        leftSection={<Provider address={video.enlace} />}
        maxLength={500}
        value={video.enlace}
        onChange={(event) => onChange({ ...video, enlace: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
        {...address}
        error={address.error ?? (wrong ? NOT_A_VIDEO_TEXT : undefined)}
      />
      <TextInput
        flex={1}
        aria-label={`Título del video ${at + 1}`}
        placeholder="Título (opcional)"
        maxLength={200}
        value={video.titulo}
        onChange={(event) => onChange({ ...video, titulo: event.currentTarget.value })}
        {...field('videos', at, 'titulo')}
      />
    </PartRow>
  )
}

/** The lesson's videos, by their pasted addresses. */
export function VideosField({ videos, onChange }: { videos: Video[]; onChange: (videos: Video[]) => void }) {
  const field = useField()
  return (
    <Input.Wrapper
      component="fieldset"
      label="Videos"
      labelElement="div"
      className={partClasses.fieldset}
      {...field('videos')}
    >
      <Stack gap={4} mt="xs">
        {videos.map((video, at) => (
          <VideoRow
            // biome-ignore lint/suspicious/noArrayIndexKey: videos have no id, and typing must not lose the focus
            key={at}
            video={video}
            at={at}
            onChange={(next) => onChange(videos.map((given, n) => (n === at ? next : given)))}
            onRemove={() => onChange(videos.filter((_, n) => n !== at))}
          />
        ))}
      </Stack>
      <Button
        variant="subtle"
        mt={4}
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={videos.length >= MAX_VIDEOS}
        onClick={() => onChange([...videos, { titulo: '', enlace: '' }])}
      >
        Agregar video
      </Button>
    </Input.Wrapper>
  )
}
