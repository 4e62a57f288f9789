import type { ComplaintReceipt } from '@campus/contract/complaints'
import { IconCircleCheckFilled, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useBrand } from '../../lib/brand'
import { formatDateTime, formatDay } from '../../lib/format'
import { AnchorButton, Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import classes from './sent.module.css'
import { TEXTS } from './texts'

/** The receipt: number, deadline and the copy. */
export function Sent({ receipt, onAnother }: { receipt: ComplaintReceipt; onAnother: () => void }) {
  const { envia_correos } = useBrand()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel>
      <div className={classes.sent}>
        <IconCircleCheckFilled size={56} aria-hidden className={classes.mark} />
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {TEXTS.sentTitle}
        </h2>
        <dl className={classes.facts}>
          <div className={classes.number}>
            <dt>Número de hoja</dt>
            <dd>{receipt.numero}</dd>
          </div>
          <div>
            <dt>Presentada</dt>
            <dd>{formatDateTime(receipt.creado_en)}</dd>
          </div>
          <div>
            <dt>Te responderemos hasta</dt>
            <dd>{formatDay(receipt.vence)}</dd>
          </div>
        </dl>
        {receipt.copia && envia_correos ? (
          <p>
            Te enviamos una copia a <strong>{receipt.correo}</strong>. Si no la ves, revisa tu correo no deseado.
          </p>
        ) : (
          <p>{envia_correos ? TEXTS.unmailed : TEXTS.unsent}</p>
        )}
        <div className={classes.actions}>
          <AnchorButton
            href={receipt.pdf}
            target="_blank"
            size="lg"
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            {TEXTS.download}
          </AnchorButton>
          <Button variant="default" size="lg" onClick={onAnother}>
            {TEXTS.another}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
