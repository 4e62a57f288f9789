import type { EvaluationDetail } from '@campus/contract/exams'
import { formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { GradeBadge } from '../../ui/grade-badge'
import { ProgressRing } from '../../ui/progress'
import { Text } from '../../ui/text'
import classes from './best-result.module.css'
import { TEXTS } from './texts'

/** Where the notification of a grade leads. */
const arrive = (place: HTMLElement | null) => {
  if (window.location.hash === '#resultado') place?.scrollIntoView({ block: 'center' })
}

type BestResultProps = { detail: EvaluationDetail; onShow: (detail: EvaluationDetail) => void }

export default function BestResult({ detail, onShow }: BestResultProps) {
  const percent = detail.mejor_porcentaje
  const waiting = detail.estado === 'pendiente'
  return (
    <div className={classes.best} ref={arrive}>
      {percent !== null && <ProgressRing value={Math.floor(percent)} label={TEXTS.bestResult} size={64} />}
      <div className={classes.words}>
        <strong>{percent === null ? TEXTS.lastAttempt : TEXTS.bestResult}</strong>
        {/* The best result is graded: what is under way or in review is another attempt. */}
        <GradeBadge exam={{ pendiente: percent === null, porcentaje: percent }} />
        {percent !== null && detail.mejor_nota !== null && detail.nota_maxima !== null && (
          <Text small dimmed>
            {`${formatNumber(detail.mejor_nota)} de ${formatNumber(detail.nota_maxima)} puntos`}
          </Text>
        )}
        {percent !== null && waiting && <Text small>{TEXTS.lastInReview}</Text>}
      </div>
      {detail.estado !== 'abierto' && (
        <Button variant="default" fullWidth onClick={() => onShow(detail)}>
          {TEXTS.seeResult}
        </Button>
      )}
    </div>
  )
}
