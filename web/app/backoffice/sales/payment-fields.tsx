import { isNumbered, MEDIA, MEDIUM_NAMES, takesNumber } from '@campus/contract/media'
import { TextInput } from '@mantine/core'
import { Choice } from '../../ui/choice'
import { type SaleMedium, today } from './sale-draft'
import classes from './sales.module.css'

const OF_SALES = MEDIA.filter((medio) => medio !== 'mercadopago')
/** Short on a button. */
const LABELS = { ...MEDIUM_NAMES, pos: 'POS' }

type MediumFieldProps = {
  chosen: SaleMedium
  onChoose: (medio: SaleMedium) => void
  /** Whether nothing may be charged. */
  gift?: boolean
  error?: string | undefined
}

export function MediumField({ gift = false, ...props }: MediumFieldProps) {
  const media = OF_SALES.filter((one) => gift || one !== 'cortesia')
  return (
    <Choice
      label="Cómo pagó"
      name="medio"
      options={media.map((value) => ({ value, label: LABELS[value] }))}
      {...props}
    />
  )
}

type PaymentFieldsProps = MediumFieldProps & { propsOf: (field: 'operacion' | 'dia' | 'motivo') => object }

/** How it was paid; the number, where the medium has one, or the reason of a gift; and the day. */
export function PaymentFields({ propsOf, ...medium }: PaymentFieldsProps) {
  const medio = medium.chosen
  return (
    <>
      <MediumField {...medium} />
      <div className={classes.pair}>
        {takesNumber(medio) && (
          <TextInput
            label={isNumbered(medio) ? 'Número de operación' : 'Número de operación (opcional)'}
            autoComplete="off"
            spellCheck={false}
            inputMode="numeric"
            {...propsOf('operacion')}
          />
        )}
        {medio === 'cortesia' && (
          <TextInput label="Por qué es una cortesía" autoComplete="off" {...propsOf('motivo')} />
        )}
        <TextInput type="date" label="Día" max={today()} {...propsOf('dia')} />
      </div>
    </>
  )
}
