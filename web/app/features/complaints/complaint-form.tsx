import type { ComplaintReceipt } from '@campus/contract/complaints'
import { IconSend } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useBrand } from '../../lib/brand'
import { count } from '../../lib/format'
import { Button } from '../../ui/button'
import { Failure } from '../../ui/failure'
import { NeedsScript } from '../../ui/needs-script'
import classes from './complaint-form.module.css'
import { Claim, Consumer, type Errors, Goods } from './sections'
import { loadCheck, sendSheet } from './send-sheet'
import { FIELDS, type Field } from './sheet-draft'
import { TEXTS } from './texts'
import { useSheetDraft } from './use-sheet-draft'

function focusFirst(form: HTMLFormElement, errors: Record<string, string>): void {
  const invalid = FIELDS.find((field) => errors[field])
  form.querySelector<HTMLElement>(`[name="${invalid}"]`)?.focus()
}

const toMend = (errors: Errors): string | undefined => {
  const total = Object.keys(errors).length
  return total > 0 ? `Hay ${count(total, 'dato', 'datos')} por revisar.` : undefined
}

/** The fields are uncontrolled, so that what was typed before hydration counts; each change is stored on the device. */
export function ComplaintForm({ onSent }: { onSent: (receipt: ComplaintReceipt) => void }) {
  const brand = useBrand()
  const form = useRef<HTMLFormElement>(null)
  const draft = useSheetDraft(form, brand.id)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const [tried, setTried] = useState(0)

  // After the errors are rendered, otherwise a screen reader would not read them with the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, not for each text that goes away
  useEffect(() => {
    if (tried > 0 && form.current) focusFirst(form.current, errors)
  }, [tried])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    setFailure(undefined)
    const outcome = await sendSheet(brand.id, draft.envio(), draft.read())
    setSending(false)
    if ('receipt' in outcome) {
      draft.forget()
      return onSent(outcome.receipt)
    }
    setErrors(outcome.errors ?? {})
    setFailure(outcome.text)
    if (outcome.errors) setTried((times) => times + 1)
  }
  const changed = (event: FormEvent<HTMLFormElement>) => {
    draft.save()
    // Ready when the sheet is sent.
    void loadCheck()
    const { name } = event.target as HTMLInputElement
    if (errors[name as Field]) setErrors(({ [name as Field]: _, ...rest }) => rest)
  }

  return (
    <form
      ref={form}
      // What is typed may not reach an address.
      method="post"
      className={classes.form}
      onSubmit={submit}
      onInput={changed}
      noValidate
      aria-label="Hoja de reclamación"
    >
      <NeedsScript what={TEXTS.noScript} />
      {draft.notice && (
        <p className={classes.notice} role="status">
          <span>{`${draft.notice} `}</span>
          <button type="button" className={classes.erase} onClick={draft.erase}>
            {TEXTS.erase}
          </button>
        </p>
      )}
      <Consumer errors={errors} />
      <Goods errors={errors} />
      <Claim errors={errors} />
      <div className={classes.end}>
        <Failure text={failure ?? toMend(errors)} />
        <Button type="submit" size="lg" loading={sending} leftSection={<IconSend size={20} aria-hidden />}>
          {TEXTS.send}
        </Button>
        <p className={classes.hint}>{brand.envia_correos ? TEXTS.copy : TEXTS.copyHere}</p>
      </div>
    </form>
  )
}
