import { MAX_PASTED_CODE } from '@campus/contract/rules'
import { Button, TextInput } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { TEXTS } from './texts'
import classes from './verification.module.css'

/** A GET form, so that it works without JavaScript. */
export function VerificationForm({ typed, invalid }: { typed: string; invalid: boolean }) {
  return (
    <form method="get" action="/certificado" className={classes.form}>
      <TextInput
        name="codigo"
        label={TEXTS.codeLabel}
        description={TEXTS.codeHint}
        error={invalid ? TEXTS.codeError : undefined}
        defaultValue={typed}
        required
        withAsterisk={false}
        maxLength={MAX_PASTED_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="lg"
        classNames={{ description: classes.hint }}
      />
      <Button type="submit" size="lg" leftSection={<IconShieldCheck size={20} aria-hidden />}>
        {TEXTS.verify}
      </Button>
    </form>
  )
}
