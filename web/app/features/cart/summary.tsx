import { Alert, Anchor, Button, Skeleton, TextInput } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconInfoCircle, IconLock, IconMail, IconPlayerPlay } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import type { CartCheck } from '../../platform/cart-check'
import { formatMoney } from '../../platform/format'
import { Panel } from '../../ui/panel'
import classes from './summary.module.css'
import { HELD, T } from './texts'
import type { Buy } from './use-buy'
import type { ReferralField } from './use-referral-field'

function Line({ label, pending, children }: { label: string; pending?: boolean; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{pending ? <Skeleton height={18} width={84} my={3} aria-hidden /> : children}</dd>
    </div>
  )
}

function Sums({ check: { totals, pending }, percentage }: { check: CartCheck; percentage: number | null }) {
  return (
    <dl className={classes.sums} aria-busy={pending}>
      <Line label={T.regular} pending={pending}>
        {formatMoney(totals.regular)}
      </Line>
      <Line label={T.discount} pending={pending}>
        {totals.discount > 0 && '−'}
        {formatMoney(totals.discount)}
      </Line>
      {percentage !== null && percentage > 0 && (
        <Line label={`Referido (−${percentage} %)`}>−{formatMoney(totals.referral)}</Line>
      )}
    </dl>
  )
}

function Referral({ field }: { field: ReferralField }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    field.apply()
  }
  const good = field.percentage !== null
  return (
    <form className={classes.referral} onSubmit={submit} noValidate>
      <TextInput
        ref={field.input}
        label={T.code}
        name="codigo_referido"
        placeholder="REF123"
        value={field.text}
        onChange={(event) => field.write(event.currentTarget.value)}
        error={field.error}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className={classes.code}
      />
      {good ? (
        <Button variant="default" onClick={field.forget} aria-label="Quitar código">
          Quitar
        </Button>
      ) : (
        <Button type="submit" variant="default" loading={field.busy}>
          Aplicar
        </Button>
      )}
      <p role="status" className={classes.thanks}>
        {good && (
          <>
            <IconCheck size={18} aria-hidden />
            {field.percentage === 0 ? T.thanks : `Código aplicado: ${field.percentage} % menos.`}
          </>
        )}
      </p>
    </form>
  )
}

function Trust() {
  return (
    <ul className={classes.trust}>
      <li>
        <IconLock size={20} stroke={1.7} aria-hidden />
        Pagas en la página segura de MercadoPago: no vemos los datos de tu tarjeta.
      </li>
      <li>
        <IconPlayerPlay size={20} stroke={1.7} aria-hidden />
        Entras al curso apenas se confirma tu pago.
      </li>
      <li>
        <IconMail size={20} stroke={1.7} aria-hidden />
        Te enviamos el número de tu compra por correo.
      </li>
    </ul>
  )
}

function Problems({ buy: { problem, look } }: { buy: Buy }) {
  return (
    <>
      {problem && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={problem.title}>
          {problem.lines.map((line) => (
            <p key={line} className={classes.why}>
              {line}
            </p>
          ))}
        </Alert>
      )}
      {look && (
        <Alert role="alert" color="yellow" icon={<IconInfoCircle aria-hidden />} title="Algunos precios cambiaron">
          {T.changedFirst}
        </Alert>
      )}
    </>
  )
}

/** What it all costs, the referral code, what one agrees to, and the one button. */
export function Summary({ check, referral, buy }: { check: CartCheck; referral: ReferralField; buy: Buy }) {
  const held = check.hindrance && HELD[check.hindrance]
  return (
    <section className={classes.place} aria-labelledby="resumen">
      <Panel>
        <div className={classes.summary}>
          <h2 id="resumen" className={classes.title}>
            Resumen
          </h2>
          <Sums check={check} percentage={referral.percentage} />
          <Referral field={referral} />
          <dl className={classes.total}>
            <dt>{T.total}</dt>
            <dd>{formatMoney(check.totals.total)}</dd>
          </dl>
          <Problems buy={buy} />
          <p className={classes.terms}>
            Al comprar aceptas los{' '}
            <Anchor component={Link} to="/terminos" underline="always" inherit>
              Términos y condiciones
            </Anchor>{' '}
            y la{' '}
            <Anchor component={Link} to="/reembolsos" underline="always" inherit>
              Política de reembolsos
            </Anchor>
            .
          </p>
          <Button
            size="lg"
            fullWidth
            ref={buy.button}
            loading={buy.busy}
            onClick={buy.press}
            aria-disabled={held ? true : undefined}
            data-held={held ? true : undefined}
            className={classes.buy}
            aria-describedby={held ? 'espera' : undefined}
          >
            {T.buy}
          </Button>
          {held && (
            <p id="espera" className={classes.held}>
              {held}
            </p>
          )}
          <Trust />
        </div>
      </Panel>
    </section>
  )
}
