import { MAX_PASTED_CODE } from '@campus/contract/rules'
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { type FormEvent, lazy, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { formatMoney } from '../../../lib/format'
import { Alert } from '../../../ui/alert'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { Late } from '../../../ui/late'
import { Panel } from '../../../ui/panel'
import { Skeleton } from '../../../ui/skeleton'
import { PurchaseAssurances } from '../orders'
import { type CartCheck, Unpaid, useBuyable } from './cart-check'
import { isCounted } from './cart-lines'
import classes from './summary.module.css'
import { codeLabel, TEXTS, TOO_MANY_TEXT } from './texts'
import { type Buy, loadAuthDialogs } from './use-buy'
import type { ReferralField } from './use-referral-field'

const AuthDialogs = lazy(loadAuthDialogs)
const ReceiptChoice = lazy(() => import('../receipt/receipt-choice'))

function Line({ label, pending, children }: { label: string; pending?: boolean; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{pending ? <Skeleton height={24} width={84} /> : children}</dd>
    </div>
  )
}

/** Only what lies between the struck prices and the total. */
function Sums({ check: { totals, codes, pending } }: { check: CartCheck }) {
  if (!pending && totals.regular === totals.total) return null
  return (
    <dl className={classes.sums} aria-busy={pending}>
      <Line label={TEXTS.regular} pending={pending}>
        {formatMoney(totals.regular)}
      </Line>
      <Line label={TEXTS.discount} pending={pending}>
        {`${totals.discount > 0 ? '−' : ''}${formatMoney(totals.discount)}`}
      </Line>
      {totals.code > 0 && <Line label={codeLabel(totals, codes)}>{`−${formatMoney(totals.code)}`}</Line>}
    </dl>
  )
}

function Referral({ field }: { field: ReferralField }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    field.apply()
  }
  const good = field.good !== null
  return (
    <form className={classes.referral} onSubmit={submit} noValidate>
      <TextField
        ref={field.input}
        label={TEXTS.code}
        name="codigo_referido"
        value={field.text}
        onChange={(event) => field.write(event.currentTarget.value)}
        error={field.error}
        maxLength={MAX_PASTED_CODE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className={classes.code}
      />
      {field.stored ? (
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
            <span>{field.good}</span>
          </>
        )}
      </p>
    </form>
  )
}

function Problems({ buy: { problem, pricesChanged } }: { buy: Buy }) {
  return (
    <>
      {problem && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={problem.title}>
          {problem.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Alert>
      )}
      {pricesChanged && (
        <Alert role="alert" color="yellow" icon={<IconInfoCircle aria-hidden />} title="Algunos precios cambiaron">
          {TEXTS.changedFirst}
        </Alert>
      )}
    </>
  )
}

function Terms() {
  return (
    <p className={classes.terms}>
      Al comprar aceptas los <Link to="/terminos">Términos y condiciones</Link> y la{' '}
      <Link to="/reembolsos">Política de reembolsos</Link>.
    </p>
  )
}

type BuyProps = { check: CartCheck; buy: Buy }

function BuyButton({ check, buy }: BuyProps) {
  const { cobra_en_linea } = useBrand()
  return (
    <Button
      size="lg"
      fullWidth
      loading={buy.busy}
      onClick={buy.press}
      aria-disabled={check.tooMany || undefined}
      data-held={check.tooMany || undefined}
      className={classes.buy}
      aria-describedby={check.tooMany ? 'espera' : undefined}
    >
      {cobra_en_linea ? TEXTS.buy : TEXTS.enrolFree}
    </Button>
  )
}

/** On phones the total and the button stay in view. */
export function BuyBar({ check, buy }: BuyProps) {
  return (
    <div className={classes.bar}>
      <p className={classes.barTotal}>
        <span>{TEXTS.total}</span>
        <strong>{formatMoney(check.totals.total)}</strong>
      </p>
      <BuyButton check={check} buy={buy} />
    </div>
  )
}

export function Summary({ check, referral, buy }: BuyProps & { referral: ReferralField }) {
  const buyable = useBuyable(check)
  return (
    <section className={classes.place} aria-labelledby="resumen">
      <Panel>
        <div className={classes.summary}>
          <h2 id="resumen" className={classes.title}>
            Resumen
          </h2>
          <Sums check={check} />
          {buyable && <Referral field={referral} />}
          {buyable && check.totals.total > 0 && (
            <Late fallback={<Skeleton height={72} />}>
              <ReceiptChoice />
            </Late>
          )}
          <dl className={classes.total}>
            <dt>{TEXTS.total}</dt>
            <dd>{formatMoney(check.totals.total)}</dd>
          </dl>
          <Problems buy={buy} />
          {buy.asked && (
            <Late>
              <AuthDialogs dialog={buy.dialog} registered={buy.registered} />
            </Late>
          )}
          {buyable ? (
            <>
              <Terms />
              <div className={classes.wide}>
                <BuyButton check={check} buy={buy} />
              </div>
              <p className={classes.next}>{check.totals.total > 0 ? TEXTS.next : TEXTS.nextFree}</p>
              {check.tooMany && (
                <p id="espera" className={classes.held}>
                  {TOO_MANY_TEXT}
                </p>
              )}
            </>
          ) : (
            <Late>
              <Unpaid items={check.lines.filter(isCounted).map(({ item }) => item)} />
            </Late>
          )}
          <Late>
            <PurchaseAssurances price={check.totals.total} certified={check.certified} />
          </Late>
        </div>
      </Panel>
    </section>
  )
}
