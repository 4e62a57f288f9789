import { MEDIA, MEDIUM_NAMES } from '@campus/contract/media'
import { useId } from 'react'
import type { SaleMedium } from './sale-draft'
import classes from './sales.module.css'

const OF_SALES = MEDIA.filter((medio) => medio !== 'mercadopago')

/** Short on a button. */
const LABELS = { ...MEDIUM_NAMES, pos: 'POS' }

type MediumFieldProps = {
  chosen: SaleMedium
  onChoose: (medio: SaleMedium) => void
  /** Whether nothing may be charged. */
  gift: boolean
  error?: string | undefined
}

/** How it was paid: one of a row of buttons. */
export function MediumField({ chosen, onChoose, gift, error }: MediumFieldProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p id={id} className={classes.label}>
        Cómo pagó
      </p>
      <div className={classes.media}>
        {OF_SALES.filter((medio) => gift || medio !== 'cortesia').map((medio) => (
          <label key={medio} className={classes.medium}>
            <input
              type="radio"
              name="medio"
              value={medio}
              className="visually-hidden"
              checked={medio === chosen}
              onChange={() => onChoose(medio)}
            />
            <span>{LABELS[medio]}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
