import type { ComplaintReceipt } from '@campus/contract/complaints'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useBrand } from '../../platform/brand'
import { count } from '../../platform/format'
import { Failure } from '../../ui/failure'
import { NeedsScript } from '../../ui/needs-script'
import classes from './form.module.css'
import { Claim, Consumer, type Errors, Goods } from './sections'
import { loadRules, sendSheet } from './sending'
import { FIELDS, type Field } from './sheet-draft'
import { T } from './texts'
import { useKept } from './use-kept'

function focusFirst(form: HTMLFormElement, errors: Record<string, string>): void {
  const wrong = FIELDS.find((field) => errors[field])
  form.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
}

const toMend = (errors: Errors): string | undefined => {
  const many = Object.keys(errors).length
  return many > 0 ? `Hay ${count(many, 'dato', 'datos')} por revisar.` : undefined
}

/**
 * The sheet to fill in. The fields keep their own values, so that what was written before React arrived counts; each
 * change is kept on the device, and nothing is lost when sending fails.
 */
export function ComplaintForm({ onSent }: { onSent: (receipt: ComplaintReceipt) => void }) {
  const brand = useBrand()
  const form = useRef<HTMLFormElement>(null)
  const kept = useKept(form, brand.id)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const [tried, setTried] = useState(0)

  // After the texts stand under their fields, or a screen reader would not hear them with the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, not for each text that goes away
  useEffect(() => {
    if (tried > 0 && form.current) focusFirst(form.current, errors)
  }, [tried])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    setFailure(undefined)
    const outcome = await sendSheet(brand.id, kept.envio(), kept.read())
    setSending(false)
    if ('receipt' in outcome) {
      kept.forget()
      return onSent(outcome.receipt)
    }
    setErrors(outcome.errors ?? {})
    setFailure(outcome.text)
    if (outcome.errors) setTried((times) => times + 1)
  }
  const changed = (event: FormEvent<HTMLFormElement>) => {
    kept.keep()
    const { name } = event.target as HTMLInputElement
    if (errors[name as Field]) setErrors(({ [name as Field]: _, ...rest }) => rest)
  }

  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={submit}
      onInput={changed}
      // Whoever begins to write will send: the rules are here even if the connection goes.
      onFocus={() => void loadRules().catch(() => undefined)}
      noValidate
      aria-label="Hoja de reclamación"
    >
      <NeedsScript what={T.noScript} />
      {kept.notice && (
        <p className={classes.notice} role="status">
          {kept.notice}{' '}
          <button type="button" className={classes.erase} onClick={kept.erase}>
            {T.erase}
          </button>
        </p>
      )}
      <Consumer errors={errors} />
      <Goods errors={errors} />
      <Claim errors={errors} />
      <div className={classes.end}>
        <Failure text={failure ?? toMend(errors)} />
        <Button type="submit" size="lg" loading={sending} leftSection={<IconSend size={20} aria-hidden />}>
          {T.send}
        </Button>
        <p className={classes.hint}>{T.copy}</p>
      </div>
    </form>
  )
}
