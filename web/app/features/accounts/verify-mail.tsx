import { IconMail, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api'
import { failureText } from '../../lib/errors'
import { updateUser, useSession } from '../../lib/session'
import classes from './verify-mail.module.css'

/** A calm note until the mail is verified, perhaps in another browser. */
export default function VerifyMail() {
  const session = useSession()
  const [hidden, setHidden] = useState(false)
  const profile = api.useQuery('get', '/api/usuarios/{id}', { params: { path: { id: String(session?.user.id ?? 0) } } })
  const resend = api.useMutation('post', '/api/verificar-correo', { meta: { handled: true } })
  const verified = profile.data?.data.correo_verificado
  useEffect(() => {
    if (verified) updateUser({ correo_verificado: true })
  }, [verified])
  if (hidden || verified || !session) return null
  const told = resend.data?.mensaje ?? (resend.error && failureText(resend.error))
  return (
    <aside className={classes.note} data-shell aria-label="Confirma tu correo">
      <IconMail size={22} stroke={1.7} aria-hidden />
      <p role="status">
        {told ?? (
          <span>
            <span>Confirma tu correo</span>
            <span className={classes.address}>{`: ${session.user.correo}`}</span>
          </span>
        )}
      </p>
      {!told && (
        <button type="button" className={classes.act} disabled={resend.isPending} onClick={() => resend.mutate({})}>
          Reenviar
        </button>
      )}
      <button type="button" className={classes.act} aria-label="Cerrar este aviso" onClick={() => setHidden(true)}>
        <IconX size={20} aria-hidden />
      </button>
    </aside>
  )
}
