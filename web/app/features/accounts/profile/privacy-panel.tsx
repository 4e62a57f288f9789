import type { Profile } from '@campus/contract/accounts'
import { Button, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { client } from '../../../lib/client'
import { toast } from '../../../lib/toasts'
import { Late } from '../../../ui/late'
import { Panel } from '../../../ui/panel'
import classes from './profile.module.css'
import { TEXTS } from './texts'

const DeleteDialog = lazy(() => import('./delete-dialog'))

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

/** By fetch, because a link cannot send the token. */
function useDownload(id: number) {
  return useMutation({
    meta: { errorText: TEXTS.dataError },
    mutationFn: () => client.GET('/api/usuarios/{id}/datos', { params: { path: { id: String(id) } }, parseAs: 'blob' }),
    onSuccess: ({ data }) => {
      if (data) saveFile(data, 'mis-datos.json')
      toast(TEXTS.dataDone)
    },
  })
}

/** Staff accounts are removed by an administrator. */
export function PrivacyPanel({ profile }: { profile: Profile }) {
  const download = useDownload(profile.id)
  const [deleting, dialog] = useDisclosure(false)
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
          <Button variant="light" color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={dialog.open}>
            Eliminar mi cuenta
          </Button>
        )}
      </div>
      <Late>{deleting && <DeleteDialog id={profile.id} onClose={dialog.close} />}</Late>
    </Panel>
  )
}
