import type { Profile } from '@campus/contract/accounts'
import { Button, FileButton, Text, Title } from '@mantine/core'
import { IconCamera, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../../ui/avatar'
import { Panel } from '../../../ui/panel'
import { Picture } from '../../../ui/picture'
import { type ChosenPhoto, readPhoto } from './photo-file'
import classes from './profile.module.css'
import { TEXTS } from './texts'

const loadCrop = () => import('./crop-dialog')
const CropDialog = lazy(() => loadCrop().then((part) => ({ default: part.CropDialog })))
const loadRemove = () => import('./photo-remove-dialog')
const RemoveDialog = lazy(() => loadRemove().then((part) => ({ default: part.PhotoRemoveDialog })))

export function PhotoPanel({ profile }: { profile: Profile }) {
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null)
  const [removing, setRemoving] = useState(false)
  const [error, setError] = useState<string>()
  // What was refused is of no interest after a save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved profile is a new one
  useEffect(() => setError(undefined), [profile])
  // Allows choosing the same file again.
  const resetFile = useRef<() => void>(null)
  const name = `${profile.nombres} ${profile.apellidos}`
  async function choose(file: File | null): Promise<void> {
    if (!file) return
    resetFile.current?.()
    setError(undefined)
    const photo = await readPhoto(file).catch((error: Error) => setError(error.message))
    if (!photo) return
    await loadCrop().then(
      () => setChosen(photo),
      () => setError(TEXTS.unexpected),
    )
  }
  function askToRemove(): void {
    setError(undefined)
    loadRemove().then(
      () => setRemoving(true),
      () => setError(TEXTS.unexpected),
    )
  }
  function close(): void {
    chosen?.release()
    setChosen(null)
  }
  return (
    <Panel>
      <div className={classes.who}>
        <div className={classes.photo}>
          {profile.foto_perfil ? (
            <Picture src={profile.foto_perfil} alt="Tu foto de perfil" ratio={1} sizes="112px" round eager />
          ) : (
            <Avatar nombres={profile.nombres} apellidos={profile.apellidos} imagen={null} size={112} />
          )}
        </div>
        <div className={classes.name}>
          <Title order={2}>{name}</Title>
          <Text c="dimmed">{profile.correo}</Text>
        </div>
        <div className={classes.change}>
          <FileButton
            accept="image/*"
            onChange={choose}
            resetRef={resetFile}
            inputProps={{ 'aria-label': 'Foto de perfil' }}
          >
            {(props) => (
              <Button {...props} variant="light" leftSection={<IconCamera size={20} aria-hidden />}>
                {profile.foto_perfil ? 'Cambiar foto' : 'Subir foto'}
              </Button>
            )}
          </FileButton>
          {profile.foto_perfil && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={askToRemove}
            >
              Quitar foto
            </Button>
          )}
        </div>
      </div>
      <Text role="alert" c="var(--color-error)" size="sm" mt={error ? 'sm' : 0}>
        {error}
      </Text>
      <Suspense>{chosen && <CropDialog id={profile.id} photo={chosen} onClose={close} />}</Suspense>
      <Suspense>{removing && <RemoveDialog id={profile.id} onClose={() => setRemoving(false)} />}</Suspense>
    </Panel>
  )
}
