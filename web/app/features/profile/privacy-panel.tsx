import type { Profile } from '@campus/contract/accounts'
import { Button, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { client } from '../../platform/client'
import { Panel } from '../../ui/panel'
import classes from './profile.module.css'
import { T } from './texts'

const loadDialog = () => import('./delete-dialog')
const DeleteDialog = lazy(() => loadDialog().then((part) => ({ default: part.DeleteDialog })))

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

/** The copy of one's data, which no address without a token can hold. */
function useDownload(id: number) {
  return useMutation({
    meta: { errorText: T.dataError },
    mutationFn: () => client.GET('/api/usuarios/{id}/datos', { params: { path: { id: String(id) } }, parseAs: 'blob' }),
    onSuccess: ({ data }) => {
      if (data) saveFile(data, 'mis-datos.json')
      notifications.show({ message: T.dataDone, color: 'teal', role: 'status' })
    },
  })
}

/** The rights over one's data: a copy of it, and its end. Staff are removed by an administrator. */
export function PrivacyPanel({ profile }: { profile: Profile }) {
  const download = useDownload(profile.id)
  const [asked, dialog] = useDisclosure(false)
  const [everAsked, askedOnce] = useDisclosure(false)
  const open = () =>
    loadDialog().then(
      () => {
        askedOnce.open()
        dialog.open()
      },
      () => notifications.show({ message: T.unexpected, color: 'red', role: 'alert' }),
    )
  return (
    <Panel>
      <Title order={2} mb={4}>
        Tus datos
      </Title>
      <Text c="dimmed" mb="md">
        Llévate una copia de todo lo que el campus guarda de ti, o elimina tu cuenta.
      </Text>
      <div className={classes.rights}>
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => download.mutate()}
        >
          Descargar mis datos
        </Button>
        {profile.tipo_cliente === 'Alumno' && (
          <Button variant="light" color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={open}>
            Eliminar mi cuenta
          </Button>
        )}
      </div>
      <Suspense>{everAsked && <DeleteDialog id={profile.id} opened={asked} onClose={dialog.close} />}</Suspense>
    </Panel>
  )
}
