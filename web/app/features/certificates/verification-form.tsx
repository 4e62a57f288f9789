import { MAX_PASTED_CODE } from '@campus/contract/rules'
import { IconShieldCheck } from '@tabler/icons-react'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { TEXTS } from './texts'
import classes from './verification.module.css'

/** A GET form, so that it works without JavaScript. */
export function VerificationForm({ typed, invalid }: { typed: string; invalid: boolean }) {
  return (
    <form method="get" action="/certificado" className={classes.form}>
      <TextField
        name="codigo"
        label={TEXTS.codeLabel}
        description={TEXTS.codeHint}
        error={invalid ? TEXTS.codeError : undefined}
        defaultValue={typed}
        required
        marked={false}
        maxLength={MAX_PASTED_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="lg"
      />
      <Button type="submit" size="lg" leftSection={<IconShieldCheck size={20} aria-hidden />}>
        {TEXTS.verify}
      </Button>
    </form>
  )
}
