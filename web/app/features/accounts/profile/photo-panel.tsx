import type { Profile } from '@campus/contract/accounts'
import { IconCamera, IconTrash } from '@tabler/icons-react'
import { lazy, useEffect, useState } from 'react'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Confirm } from '../../../ui/confirm'
import { Failure } from '../../../ui/failure'
import { FileButton } from '../../../ui/file-button'
import { Late } from '../../../ui/late'
import { Panel } from '../../../ui/panel'
import { Picture } from '../../../ui/picture'
import { Group } from '../../../ui/stack'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
import { type ChosenPhoto, readPhoto } from './photo-file'
import classes from './profile.module.css'
import { useSaveProfile } from './use-save-profile'

const CropDialog = lazy(() => import('./crop-dialog'))

export function PhotoPanel({ profile }: { profile: Profile }) {
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null)
  const [removing, setRemoving] = useState(false)
  const [error, setError] = useState<string>()
  const save = useSaveProfile(profile.id, close)
  // What was refused is of no interest after a save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved profile is a new one
  useEffect(() => setError(undefined), [profile])
  function close(): void {
    chosen?.release()
    setChosen(null)
    setRemoving(false)
  }
  function cancel(): void {
    if (save.busy) return
    save.reset()
    close()
  }
  function choose(file: File): void {
    setError(undefined)
    readPhoto(file).then(setChosen, ({ message }: Error) => setError(message))
  }
  return (
    <Panel>
      <Group gap="lg">
        <div className={classes.photo}>
          {profile.foto_perfil ? (
            <Picture src={profile.foto_perfil} alt="Tu foto de perfil" ratio={1} sizes="112px" round eager />
          ) : (
            <Avatar nombres={profile.nombres} apellidos={profile.apellidos} imagen={null} size={112} />
          )}
        </div>
        <div className={classes.name}>
          <Title order={2}>{`${profile.nombres} ${profile.apellidos}`}</Title>
          <Text dimmed>{profile.correo}</Text>
        </div>
        <Group gap="xs">
          <FileButton
            variant="light"
            accept="image/*"
            leftSection={<IconCamera size={20} aria-hidden />}
            onChoose={choose}
          >
            {profile.foto_perfil ? 'Cambiar foto' : 'Subir foto'}
          </FileButton>
          {profile.foto_perfil && (
            <Button
              variant="subtle"
              className={classes.removal}
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => setRemoving(true)}
            >
              Quitar foto
            </Button>
          )}
        </Group>
      </Group>
      <Text small role="alert" className={classes.error}>
        {error}
      </Text>
      <Late>{chosen && <CropDialog image={chosen.image} save={save} onClose={cancel} />}</Late>
      <Confirm
        opened={removing}
        title="¿Quitar tu foto?"
        action="Sí, quitar"
        cancel="Conservar mi foto"
        busy={save.busy}
        failure={<Failure title="Error" error={save.error} mt="sm" />}
        onConfirm={() => save.send({ quitar_foto: '1' })}
        onClose={cancel}
      >
        Se borra del campus y en su lugar se verán tus iniciales. Puedes subir otra cuando quieras.
      </Confirm>
    </Panel>
  )
}
