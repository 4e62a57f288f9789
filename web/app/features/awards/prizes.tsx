import type { Prize } from '@campus/contract/awards'
import { rankLabel } from '@campus/contract/rules'
import { IconGift, IconMedal } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state'
import { Picture } from '../../ui/picture'
import classes from './prizes.module.css'
import { TEXTS } from './texts'

export function Prizes({ prizes }: { prizes: Prize[] }) {
  return (
    <section aria-labelledby="premios">
      <h2 id="premios">{TEXTS.prizes}</h2>
      {prizes.length === 0 ? (
        <EmptyState icon={IconGift} title={TEXTS.noPrizes} />
      ) : (
        <ul className={classes.grid}>
          {prizes.map(({ id, imagen, premio, puesto }) => (
            <li key={id} className={classes.card} data-top={puesto <= 3 || undefined} data-place={puesto}>
              <div className={classes.picture}>
                <Picture src={imagen} alt="" ratio={4 / 3} sizes="128px" />
              </div>
              <div className={classes.words}>
                <p className={classes.rank}>
                  <IconMedal size={18} stroke={2} aria-hidden />
                  <span>{rankLabel(puesto)}</span>
                </p>
                <h3 className={classes.name}>{premio}</h3>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
