import { refundTerms } from '@campus/contract/refund-terms'
import { IconCertificate, IconCreditCard, IconReceiptRefund } from '@tabler/icons-react'
import { useState } from 'react'
import { useAnswer } from '../../../lib/answer'
import { useBrand } from '../../../lib/brand'
import { Link } from '../../../lib/way'
import { Dialog } from '../../../ui/dialog'
import { Late } from '../../../ui/late'
import { SampleCertificate } from '../../certificates/certificates'
import classes from './assurances.module.css'

/** The gateway's own page, and what it really accepts. */
function Means() {
  const { answer: means = [] } = useAnswer('medios-de-pago', (client) => client.GET('/api/medios-de-pago'))
  return (
    <li>
      <IconCreditCard size={22} stroke={1.7} aria-hidden />
      <span>
        <strong>Pago seguro con MercadoPago</strong>
        <span>
          {means.length > 0 ? means.map(({ nombre }) => nombre).join(' · ') : 'No vemos los datos de tu tarjeta.'}
        </span>
      </span>
    </li>
  )
}

function SampleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog size="xl" onClose={onClose} title="Certificado de muestra">
      <Late>
        <SampleCertificate />
      </Late>
      <p className={classes.example}>
        Es un ejemplo y no certifica nada. El tuyo lleva tu nombre, tu curso y un código que cualquiera puede verificar.
      </p>
    </Dialog>
  )
}

function Sample() {
  const [opened, setOpened] = useState(false)
  return (
    <li>
      <IconCertificate size={22} stroke={1.7} aria-hidden />
      <span>
        <strong>Certificado con código único</strong>
        <button type="button" onClick={() => setOpened(true)}>
          Mira uno de muestra
        </button>
      </span>
      {opened && <SampleDialog onClose={() => setOpened(false)} />}
    </li>
  )
}

function Refund({ title, text }: { title: string; text: string }) {
  return (
    <li>
      <IconReceiptRefund size={22} stroke={1.7} aria-hidden />
      <span>
        <strong>{title}</strong>
        <span>{`${text} `}</span>
        <Link to="/reembolsos">Cómo se pide</Link>
      </span>
    </li>
  )
}

type AssurancesProps = { price: number; certified?: boolean }

/** What speaks for buying, beside the button: the refund where the academy gives one, the ways to pay, a sample certificate. */
export default function PurchaseAssurances({ price, certified = false }: AssurancesProps) {
  const brand = useBrand()
  const paid = brand.cobra_en_linea && price > 0
  const terms = paid ? refundTerms(brand, certified) : null
  if (!paid && !certified) return null
  return (
    <ul className={classes.list}>
      {terms && <Refund {...terms} />}
      {paid && <Means />}
      {certified && <Sample />}
    </ul>
  )
}
