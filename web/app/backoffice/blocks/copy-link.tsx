import type { CopiedLink } from '@campus/contract/access-links'
import { limaClock } from '@campus/contract/formats'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { formatDayOfYear } from '../../lib/format'
import { Failure } from '../../ui/failure'
import { answerOf } from './answer-of'
import { PasswordDialog } from './password-dialog'

const LABEL = 'Copiar enlace para WhatsApp'

/** What a new account waits for; where no mail goes out, what is left to do. */
export const useInvitationText = (mailed = 'Le enviamos un correo para crear su contraseña.'): string =>
  useBrand().envia_correos ? mailed : 'Todavía no salen correos: cópiale el enlace.'

/** Begins within the press, as Safari demands, with a text that is not there yet. False where it was refused. */
async function copyLater(later: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'function') {
      const blob = later.then((text) => new Blob([text], { type: 'text/plain' }))
      // A browser that refuses at once does not wait for it.
      blob.catch(() => undefined)
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    } else {
      const text = await later
      await navigator.clipboard.writeText(text)
    }
    return true
  } catch {
    return false
  }
}

/** A link of a day ends at an hour. */
function untilText({ tipo, vence }: CopiedLink): string {
  const clock = limaClock(vence)
  const day = `sirve hasta el ${formatDayOfYear(clock.slice(0, 10))}`
  return tipo === 'invitacion' ? day : `${day} a las ${clock.slice(11, 16)}`
}

const send = (id: number, password?: string) =>
  answerOf(
    client.POST('/api/gestion/usuarios/{id}/enlace', {
      params: { path: { id: String(id) } },
      body: password === undefined ? {} : { password },
    }),
  )

function useCopying(id: number) {
  const [done, setDone] = useState<CopiedLink & { copied: boolean }>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const copy = async (password?: string) => {
    setDone(undefined)
    const link = send(id, password)
    const copied = copyLater(link.then(({ url }) => url))
    const made = await link
    setDone({ ...made, copied: await copied })
  }
  const press = async (password?: string) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    await copy(password).catch(setFailure)
    setBusy(false)
  }
  return { done, busy, failure, copy, press }
}

function Outcome({ done }: { done: ReturnType<typeof useCopying>['done'] }) {
  return (
    <div>
      <Text size="sm" role="status">
        {done?.copied && `Copiado: ${untilText(done)}.`}
      </Text>
      {done?.copied === false && (
        <TextInput
          label={`Cópialo de aquí: ${untilText(done)}`}
          value={done.url}
          readOnly
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  )
}

type CopyLinkProps = {
  id: number
  nombre: string
  /** Has no password yet. */
  invited: boolean
  /** Where the screen has several of these buttons. */
  listed?: boolean
  /** Of a member of the staff: one's own password, or `ask` for it. */
  password?: 'ask' | { typed: string }
}

/** What the link does to the account. */
function useEffectText({ nombre, invited }: CopyLinkProps): string {
  const told = useBrand().envia_correos ? ' Le avisamos por correo.' : ''
  if (invited) return `Con este enlace ${nombre} crea su contraseña.`
  return `Su contraseña de ahora sigue sirviendo hasta que use el enlace.${told}`
}

/** The link that sets a person's password, to be sent by another way than mail. */
export function CopyLink(props: CopyLinkProps) {
  const { id, nombre, invited, listed, password } = props
  const { done, busy, failure, copy, press } = useCopying(id)
  const [asking, { close, toggle }] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  const effect = useEffectText(props)
  const explains = !(invited || password)
  const confirm = async () => {
    await press()
    close()
    button.current?.focus()
  }
  const copyNow = () => press(typeof password === 'object' ? password.typed : undefined)
  return (
    <Stack gap="xs" align="flex-start" maw={300}>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        loading={busy && !asking}
        aria-label={listed ? `${LABEL}: ${nombre}` : undefined}
        aria-expanded={explains ? asking : undefined}
        onClick={explains || password === 'ask' ? toggle : copyNow}
      >
        {LABEL}
      </Button>
      {asking && explains && (
        <>
          <Text size="sm">{effect}</Text>
          <Button loading={busy} onClick={confirm}>
            Copiar enlace
          </Button>
        </>
      )}
      {asking && !explains && (
        <PasswordDialog title={LABEL} action="Copiar enlace" onConfirm={copy} onClose={close}>
          {effect}
        </PasswordDialog>
      )}
      <Outcome done={done} />
      <Failure error={failure} />
    </Stack>
  )
}
