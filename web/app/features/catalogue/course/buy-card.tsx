import { plainText } from '@campus/contract/plain-text'
import { shorten } from '@campus/contract/shorten'
import { lazy, useEffect, useState } from 'react'
import { useBrand } from '../../../lib/brand'
import { enrolContacts } from '../../../lib/contact'
import { formatMoney } from '../../../lib/format'
import { useSession } from '../../../lib/session'
import { ContactButton } from '../../../ui/contact-button'
import { Island } from '../../../ui/island'
import { Late } from '../../../ui/late'
import { OtherBrand } from '../../../ui/other-brand'
import { type CartItem, PurchaseAssurances } from '../../orders/orders'
import AddToCart from './add-to-cart.island'
import Buy from './buy.island'
import classes from './buy-card.module.css'
import { CountdownClock } from './countdown-clock'
import type { Outline } from './outline'
import type { Ownership } from './own-course'
import { TEXTS } from './texts'

const AskOwnCourse = lazy(() => import('./own-course'))
const Groups = lazy(() => import('./groups.island'))

const UNKNOWN: Ownership = { state: 'unknown' }
const SELL: Ownership = { state: 'sell' }

export const ASSURANCES = 'features/orders/assurances/assurances'
export const GROUPS = 'features/catalogue/course/groups'
export const VIDEO = 'features/learning/lesson/public-video'

const MAX_CART_DESCRIPTION = 160

const itemOf = ({ id, nombre, descripcion, costo, imagen, precio_regular }: Outline): CartItem => ({
  id,
  nombre,
  descripcion: shorten(plainText(descripcion), MAX_CART_DESCRIPTION),
  costo,
  imagen,
  precio_regular,
})

function Price({ course }: { course: Outline }) {
  return (
    <p className={classes.price}>
      <span className="visually-hidden">{TEXTS.now} </span>
      <strong>{formatMoney(course.costo)}</strong>
      {course.precio_regular !== null && (
        <>
          <span className="visually-hidden"> {TEXTS.regular} </span>
          <s>{formatMoney(course.precio_regular)}</s>
        </>
      )}
    </p>
  )
}

/** Outside an installation without payments; what costs nothing is always had at once, but for a course whose groups are over. */
const useSold = ({ costo, grupos }: Outline): boolean =>
  (useBrand().cobra_en_linea || costo === 0) && grupos?.length !== 0

/** The owner's progress takes the same space as the price, so that nothing moves. */
function Terms({ course, ownership }: { course: Outline; ownership: Ownership }) {
  const { cobra_en_linea } = useBrand()
  return (
    <div className={classes.terms}>
      <div className={classes.offer} data-away={ownership.state === 'owned' || undefined}>
        <Price course={course} />
        {course.precio_regular !== null && cobra_en_linea && <CountdownClock until={course.oferta_hasta} />}
      </div>
      {ownership.state === 'owned' && <div className={classes.mine}>{ownership.progress}</div>}
    </div>
  )
}

/** Instead of the button to buy, where the campus takes no payments (docs/product/shop.md 6.14). */
function AskToEnrol({ course }: { course: string }) {
  const [contact] = enrolContacts(useBrand(), [course])
  return (
    contact && (
      <ContactButton contact={contact} size="lg" fullWidth className={classes.buy}>
        {TEXTS.ask}
      </ContactButton>
    )
  )
}

function Secondary({ course, ownership }: { course: Outline; ownership: Ownership }) {
  const { cobra_en_linea } = useBrand()
  const sold = useSold(course)
  const owned = ownership.state === 'owned'
  if (!owned && !sold) return <p className={classes.help}>{TEXTS.asked}</p>
  if (!owned && !cobra_en_linea) return null
  return (
    <div className={classes.secondary}>
      {owned ? (
        ownership.more
      ) : (
        <Island name="features/catalogue/course/add-to-cart" part={AddToCart} props={{ item: itemOf(course) }} />
      )}
    </div>
  )
}

function Help() {
  const { correo } = useBrand()
  if (!correo) return null
  return (
    <p className={classes.help}>
      ¿Dudas? Te ayudamos en <a href={`mailto:${correo}`}>{correo}</a>
    </p>
  )
}

type Answer = (ownership: Ownership) => void

/** What cannot be checked does not prevent buying. */
function Unchecked({ onAnswer }: { onAnswer: Answer }) {
  useEffect(() => onAnswer(SELL), [onAnswer])
  return null
}

/** Who looks at the page: it is the same for everyone, and a student's browser asks whether they have the course. */
export function useSale(course: Outline) {
  const session = useSession()
  const [answer, setAnswer] = useState(UNKNOWN)
  const ownership = session === null ? SELL : answer
  const own = session?.user.id_cliente
  const foreign = own === course.id_cliente ? undefined : own
  const item = session && (foreign || ownership.state !== 'sell') ? null : itemOf(course)
  return { session, ownership, foreign, item, setAnswer }
}

type BuyCardProps = { course: Outline; sale: ReturnType<typeof useSale> }

/** Beside the text on desktops; on phones the button stays in view. */
export function BuyCard({ course, sale: { session, ownership, foreign, setAnswer } }: BuyCardProps) {
  const { state } = ownership
  const sold = useSold(course)
  const groups = course.grupos ?? []
  const offered = sold ? (
    <Island name="features/catalogue/course/buy" part={Buy} props={{ item: itemOf(course) }} />
  ) : (
    <AskToEnrol course={course.nombre} />
  )
  return (
    <section aria-label={sold ? TEXTS.price : TEXTS.priceAndEnrolment} className={classes.card} data-state={state}>
      {session && (
        <Late failed={<Unchecked onAnswer={setAnswer} />}>
          <AskOwnCourse course={course} onAnswer={setAnswer} />
        </Late>
      )}
      {foreign && <OtherBrand own={foreign} page="curso" />}
      <div className={classes.body} hidden={foreign !== undefined}>
        <Terms course={course} ownership={ownership} />
        {state !== 'owned' && groups.length > 0 && (
          <Late>
            <Island name={GROUPS} part={Groups} props={{ course: course.id, groups }} />
          </Late>
        )}
        <div className={classes.bar} data-own-bar>
          {state !== 'owned' && sold && <Price course={course} />}
          {ownership.state === 'owned' ? <div className={classes.buy}>{ownership.enter}</div> : offered}
        </div>
        <Secondary course={course} ownership={ownership} />
        <Late>
          <Island
            name={ASSURANCES}
            part={PurchaseAssurances}
            props={{ price: course.costo, certified: course.certificado }}
          />
        </Late>
        <Help />
      </div>
    </section>
  )
}
