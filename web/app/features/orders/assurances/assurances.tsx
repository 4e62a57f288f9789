import { refundTerms } from '@campus/contract/refund-terms'
import { Anchor } from '@mantine/core'
import { IconCertificate, IconCreditCard, IconReceiptRefund } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api'
import { useBrand } from '../../../lib/brand'
import { Late } from '../../../ui/late'
import classes from './assurances.module.css'

const SampleDialog = lazy(() => import('./sample-dialog'))

/** The gateway's own page, and what it really accepts. */
function Means() {
  const { data } = api.useQuery('get', '/api/medios-de-pago', {}, { staleTime: Number.POSITIVE_INFINITY })
  const means = data?.data ?? []
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

function Sample() {
  const [opened, setOpened] = useState<boolean>()
  return (
    <li>
      <IconCertificate size={22} stroke={1.7} aria-hidden />
      <span>
        <strong>Certificado con código único</strong>
        <Anchor component="button" type="button" inherit underline="always" onClick={() => setOpened(true)}>
          Mira uno de muestra
        </Anchor>
      </span>
      {opened !== undefined && (
        <Late>
          <SampleDialog opened={opened} onClose={() => setOpened(false)} />
        </Late>
      )}
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
        <Anchor component={Link} to="/reembolsos" inherit underline="always">
          Cómo se pide
        </Anchor>
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
