import { MAX_INSTALMENTS, MIN_INSTALMENTS } from '@campus/contract/instalment-rules'
import { Anchor, NativeSelect, Stack, TextInput } from '@mantine/core'
import { focusFirst } from '../blocks/field-errors'
import { type DraftPart, missingText, type Part, resized } from './instalment-draft'
import { planOf, tidySum } from './sale-draft'
import classes from './sales.module.css'
import type { SaleFormState } from './use-sale'

const COUNTS = Array.from({ length: MAX_INSTALMENTS - MIN_INSTALMENTS + 1 }, (_, at) => {
  const value = String(at + MIN_INSTALMENTS)
  return { value, label: `${value} cuotas` }
})

type RowProps = { form: SaleFormState; at: number; part: Part }

/** The first is paid with the sale, on its day. */
function Row({ form, at, part }: RowProps) {
  const edit = (change: Partial<DraftPart>) => {
    form.setFieldValue(`cuotas.${at}`, { monto: null, vence: null, ...form.getValues().cuotas[at], ...change })
    for (const name of ['cuotas', ...Object.keys(change).map((field) => `cuotas.${at}.${field}`)])
      form.clearFieldError(name)
  }
  const tidy = () => {
    const typed = form.getValues().cuotas[at]?.monto ?? null
    const tidied = typed ? tidySum(typed) : null
    // What is told of it stays.
    if (tidied !== typed) edit({ monto: tidied })
  }
  const name = `la cuota ${at + 1}`
  return (
    <li>
      <span data-plain>{at + 1}</span>
      <TextInput
        variant="filled"
        aria-label={`Monto de ${name}`}
        leftSection="S/"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        data-path={`cuotas.${at}.monto`}
        value={part.monto}
        error={form.errors[`cuotas.${at}.monto`]}
        onChange={(event) => edit({ monto: event.currentTarget.value })}
        onBlur={tidy}
      />
      {at === 0 ? (
        <span data-plain>Se paga ahora</span>
      ) : (
        <TextInput
          type="date"
          variant="filled"
          aria-label={`Día de ${name}`}
          data-path={`cuotas.${at}.vence`}
          value={part.vence}
          error={form.errors[`cuotas.${at}.vence`]}
          onChange={(event) => edit({ vence: event.currentTarget.value })}
        />
      )}
    </li>
  )
}

function Plan({ form, total }: { form: SaleFormState; total: number }) {
  const { cuotas } = form.getValues()
  const parts = planOf(form.getValues(), total)
  const wrong = missingText(parts, total) ?? form.errors.cuotas
  return (
    <Stack gap="sm">
      <NativeSelect
        label="En cuotas"
        data={COUNTS}
        maw={480}
        data-path="cuotas"
        aria-describedby={wrong ? 'cuotas-error' : undefined}
        value={String(cuotas.length)}
        onChange={(event) => form.setFieldValue('cuotas', resized(cuotas, Number(event.currentTarget.value)))}
      />
      <ol className={classes.parts} aria-label="Cuotas">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its number
          <Row key={at} form={form} at={at} part={part} />
        ))}
      </ol>
      <p id="cuotas-error" role="status" className={classes.wrong}>
        {wrong}
      </p>
    </Stack>
  )
}

/** Folded until the sale is paid in parts. */
export function Instalments({ form, total }: { form: SaleFormState; total: number }) {
  const agreed = form.getValues().cuotas.length > 0
  const turn = () => {
    form.setFieldValue('cuotas', agreed ? [] : resized([], MIN_INSTALMENTS))
    if (!agreed) focusFirst({ cuotas: '' })
  }
  return (
    <Stack gap="xs">
      {agreed && <Plan form={form} total={total} />}
      <Anchor component="button" type="button" size="sm" className={classes.fold} onClick={turn}>
        {agreed ? 'Cobrar todo ahora' : 'En cuotas'}
      </Anchor>
    </Stack>
  )
}
