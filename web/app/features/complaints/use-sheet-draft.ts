import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { client } from '../../lib/client'
import { newEnvio } from '../../lib/envio'
import { GUEST, markGuestDraft } from '../../lib/guest-drafts'
import { endedUser, useSession } from '../../lib/session'
import { deviceStore } from '../../lib/storage'
import { draftOf, fillForm, hasContent, parseDraft, readForm, type Values } from './sheet-draft'
import { TEXTS } from './texts'

/**
 * Whose drafts to read: a student's by id, a guest's apart, so that no one sees another person's text; undefined until
 * known.
 */
export function useDraftOwner(): string | undefined {
  const session = useSession()
  if (session === undefined) return undefined
  return session ? String(session.user.id) : GUEST
}

const keyOf = (brand: number, owner: string) => `libro-${brand}-${owner}`

async function profileValues(usuario: number): Promise<Partial<Values>> {
  const { data } = await client.GET('/api/usuarios/{id}', { params: { path: { id: String(usuario) } } })
  if (!data) return {}
  const { nombres, apellidos, correo, telefono, direccion, ciudad, numero_documento } = data.data
  const domicilio = [direccion, ciudad].filter(Boolean).join(', ')
  return { nombres, apellidos, correo, domicilio, telefono: telefono ?? '', numero_documento: numero_documento ?? '' }
}

/** What was typed when the session ended is the guest's from then on, so that a reload shows it. */
function keepEnded(brand: number): void {
  const user = endedUser()
  if (user === undefined) return
  const [own, guest] = [keyOf(brand, String(user)), keyOf(brand, GUEST)]
  const draft = deviceStore.getItem(own)
  if (draft === null || deviceStore.getItem(guest) !== null) return
  deviceStore.setItem(guest, draft)
  markGuestDraft(guest)
  deviceStore.removeItem(own)
}

/** Stores the form on this device per brand and student until it is sent; without a draft the profile fills it. */
export function useSheetDraft(form: RefObject<HTMLFormElement | null>, brand: number) {
  const envio = useRef('')
  const [notice, setNotice] = useState<string>()
  const usuario = useSession()?.user.id
  const owner = useDraftOwner()
  const key = keyOf(brand, owner ?? GUEST)
  const read = () => {
    if (!form.current) throw new Error('the form is not on the page')
    return readForm(form.current)
  }
  const ownEnvio = () => {
    envio.current ||= newEnvio()
    return envio.current
  }
  const save = () => {
    const values = read()
    if (!hasContent(values)) return deviceStore.removeItem(key)
    deviceStore.setItem(key, JSON.stringify(draftOf(ownEnvio(), values)))
    if (owner === GUEST) markGuestDraft(key)
  }
  /** Before hydration; what stands there when the session changes is the former owner's. */
  const saveTyped = useEffectEvent((arriving: boolean) => arriving && save())
  const known = useRef(false)

  useEffect(() => {
    if (owner === undefined) return
    const arriving = !known.current
    known.current = true
    if (owner === GUEST) keepEnded(brand)
    const draft = parseDraft(deviceStore.getItem(keyOf(brand, owner)))
    if (!arriving || draft) envio.current = draft?.envio ?? ''
    if (!form.current) return
    if (!draft) return void saveTyped(arriving)
    fillForm(form.current, draft.values, true)
    setNotice(TEXTS.restored)
  }, [brand, owner, form])

  useEffect(() => {
    if (usuario === undefined || deviceStore.getItem(keyOf(brand, String(usuario)))) return
    let left = false
    profileValues(usuario)
      .then((values) => {
        if (left || !form.current) return
        fillForm(form.current, values, true)
        setNotice(TEXTS.prefilled)
      })
      // Prefilling only saves typing.
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [usuario, brand, form])

  const forget = () => {
    deviceStore.removeItem(key)
    envio.current = ''
    setNotice(undefined)
  }
  return {
    notice,
    read,
    forget,
    envio: ownEnvio,
    save,
    erase: () => {
      form.current?.reset()
      forget()
      form.current?.querySelector<HTMLElement>('[name="nombres"]')?.focus()
    },
  }
}
