import type { AudienceBody, AudienceCount } from '@campus/contract/course-messages'
import { Written } from '@campus/contract/course-messages'
import { Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client'
import { count } from '../../lib/format'
import { Loaded } from '../../ui/loaded'
import { answerOf } from '../blocks/answer-of'
import { NewDialog } from '../blocks/new-dialog'

const PATH = '/api/gestion/mensajes'

/** `Le llega a 118 personas: un aviso en el campus y, a 110, también un correo. 2 no quieren mensajes.` */
function reachText({ personas, correos, sin_avisos, desactivadas }: AudienceCount): string {
  const left = [
    sin_avisos > 0 && `${count(sin_avisos, 'no quiere', 'no quieren')} mensajes`,
    desactivadas > 0 && `${count(desactivadas, 'tiene', 'tienen')} la cuenta desactivada`,
  ].filter(Boolean)
  const mails = correos === personas ? 'y un correo' : `y, a ${count(correos, 'persona', 'personas')}, un correo`
  const reached =
    personas === 0
      ? 'No le llega a nadie.'
      : `Le llega a ${count(personas, 'persona', 'personas')}: un aviso en el campus ${mails}.`
  return left.length > 0 ? `${reached} ${left.join(' y ')}.` : reached
}

/** The key changes with what is asked, because the same chosen rows may be others tomorrow. */
function useReach(audience: AudienceBody) {
  return useQuery({
    queryKey: ['mensajes', 'alcance', audience],
    queryFn: () => answerOf(client.POST(`${PATH}/alcance`, { body: audience })),
    staleTime: 0,
    gcTime: 0,
  })
}

type WriteDialogProps = { audience: AudienceBody; onStarted: (job: number) => void; onClose: () => void }

/** A notice in the campus and a mail to the students of some enrolments. */
export default function WriteDialog({ audience, onStarted, onClose }: WriteDialogProps) {
  const reach = useReach(audience)
  const { personas } = reach.data ?? {}
  return (
    <NewDialog
      title="Escribir a los alumnos"
      action={personas ? `Escribir a ${count(personas, 'persona', 'personas')}` : 'Escribir'}
      values={{ titulo: '', texto: '' }}
      schema={Written}
      body={(values, envio) => ({ ...values, ...audience, envio })}
      send={(body) => client.POST(PATH, { body })}
      onDone={({ id }) => {
        onClose()
        onStarted(id)
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Loaded query={reach} skeleton={<Skeleton height={48} />} errorTitle="No pudimos contar a quién le llega">
            {(counted) => <p>{reachText(counted)}</p>}
          </Loaded>
          <TextInput label="Título" maxLength={80} data-autofocus {...form.getInputProps('titulo')} />
          <Textarea
            label="Mensaje"
            autosize
            minRows={4}
            maxRows={14}
            maxLength={2000}
            {...form.getInputProps('texto')}
          />
        </>
      )}
    </NewDialog>
  )
}
