import { api } from '../../lib/api'
import { count } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'

/** An exam that was published with more time, and how many of its attempts are open. */
export type Longer = { exam: number; open: number }

/** After a publication with more minutes or a later closing date: open attempts keep their limit unless it is given to them. */
export default function TimeOffer({ exam, open, onClose }: Longer & { onClose: () => void }) {
  const give = api.useMutation('post', '/api/gestion/evaluaciones/{id}/plazo', {
    meta: { handled: true },
    onSuccess: ({ data: { intentos } }) => {
      const given = `${count(intentos, 'intento abierto tiene', 'intentos abiertos tienen')} más tiempo.`
      toast(intentos > 0 ? given : 'Ningún intento abierto lo necesitaba.')
      onClose()
    },
  })
  const attempts = count(open, 'intento abierto', 'intentos abiertos')
  return (
    <Confirm
      title={`¿Dar también más tiempo a ${attempts}?`}
      action="Dar más tiempo"
      cancel="Ahora no"
      plain
      busy={give.isPending}
      failure={<Failure mt="md" error={give.error} />}
      onConfirm={() => give.mutate({ params: { path: { id: String(exam) } } })}
      onClose={onClose}
    >
      Quienes ya empezaron siguen con el límite con que empezaron. Puedes darles también el tiempo que publicaste; se
      les avisa.
    </Confirm>
  )
}
