import type { Profile } from '@campus/contract/accounts'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { client } from '../../../lib/client'
import { saveFile } from '../../../lib/save-file'
import { toast } from '../../../lib/toasts'
import { Button } from '../../../ui/button'
import { Late } from '../../../ui/late'
import { Stack } from '../../../ui/stack'
import classes from './profile.module.css'
import { Section } from './section'

const DeleteDialog = lazy(() => import('./delete-dialog'))

function useDownload(id: number) {
  return useMutation({
    meta: { errorText: 'No pudimos preparar tus datos.' },
    mutationFn: () => client.GET('/api/usuarios/{id}/datos', { params: { path: { id: String(id) } }, parseAs: 'blob' }),
    onSuccess: ({ data }) => {
      if (data) saveFile(data, 'mis-datos.json')
      toast('Tus datos se descargaron.')
    },
  })
}

/** Staff accounts are removed by an administrator. */
export function PrivacyPanel({ profile }: { profile: Profile }) {
  const download = useDownload(profile.id)
  const [deleting, setDeleting] = useState(false)
  return (
    <Section title="Tus datos" lead="Llévate una copia de todo lo que el campus guarda de ti, o elimina tu cuenta.">
      <Stack gap="xs">
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => download.mutate()}
        >
          Descargar mis datos
        </Button>
        {profile.tipo_cliente === 'Alumno' && (
          <Button
            variant="light"
            className={classes.removal}
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            Eliminar mi cuenta
          </Button>
        )}
      </Stack>
      <Late>{deleting && <DeleteDialog id={profile.id} onClose={() => setDeleting(false)} />}</Late>
    </Section>
  )
}
