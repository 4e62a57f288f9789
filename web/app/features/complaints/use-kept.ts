import { type RefObject, useEffect, useRef, useState } from 'react'
import { client } from '../../platform/client'
import { useSession } from '../../platform/session'
import { VISITOR, writtenByVisitor } from '../../platform/visitor-papers'
import { draftOf, fillForm, isWorthKeeping, newEnvio, parseDraft, readForm, type Values } from './sheet-draft'
import { T } from './texts'
import { useVisitor } from './use-visitor'

const keyOf = (brand: number, visitor: string) => `libro-${brand}-${visitor}`

/** A full or forbidden store: the draft lives as long as the page. */
function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Said above.
  }
}

/** What a signed-in student's profile says of who complains. */
async function profileValues(usuario: number): Promise<Partial<Values>> {
  const { data } = await client.GET('/api/usuarios/{id}', { params: { path: { id: String(usuario) } } })
  if (!data) return {}
  const { nombres, apellidos, correo, telefono, direccion, ciudad, numero_documento } = data.data
  const domicilio = [direccion, ciudad].filter(Boolean).join(', ')
  return { nombres, apellidos, correo, domicilio, telefono: telefono ?? '', numero_documento: numero_documento ?? '' }
}

/**
 * Keeps the form on this device until it is sent, for this brand and person, and brings it back; without a draft a signed-in
 * student's profile fills what is empty.
 */
export function useKept(form: RefObject<HTMLFormElement | null>, brand: number) {
  const envio = useRef('')
  const [notice, setNotice] = useState<string>()
  const usuario = useSession()?.user.id
  const visitor = useVisitor()
  const key = keyOf(brand, visitor ?? VISITOR)

  useEffect(() => {
    if (visitor === undefined) return
    const draft = parseDraft(localStorage.getItem(keyOf(brand, visitor)))
    envio.current = draft?.envio ?? newEnvio()
    if (!draft || !form.current) return
    fillForm(form.current, draft.values, true)
    setNotice(T.restored)
  }, [brand, visitor, form])

  useEffect(() => {
    if (usuario === undefined || localStorage.getItem(keyOf(brand, String(usuario)))) return
    let left = false
    profileValues(usuario)
      .then((values) => {
        if (left || !form.current) return
        fillForm(form.current, values, true)
        setNotice(T.prefilled)
      })
      // It only saves typing: without it the form is as for anybody.
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [usuario, brand, form])

  const read = () => {
    if (!form.current) throw new Error('the form is not on the page')
    return readForm(form.current)
  }
  const forget = () => {
    attempt(() => localStorage.removeItem(key))
    envio.current = newEnvio()
    setNotice(undefined)
  }
  return {
    notice,
    read,
    forget,
    envio: () => envio.current,
    keep: () => {
      const values = read()
      attempt(() => {
        if (!isWorthKeeping(values)) return localStorage.removeItem(key)
        localStorage.setItem(key, JSON.stringify(draftOf(envio.current, values)))
        if (visitor === VISITOR) writtenByVisitor(key)
      })
    },
    erase: () => {
      form.current?.reset()
      forget()
      form.current?.querySelector<HTMLElement>('[name="nombres"]')?.focus()
    },
  }
}
