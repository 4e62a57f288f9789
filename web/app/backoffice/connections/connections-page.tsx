import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHead } from '../../ui/page-head'
import { LoadedScreen } from '../blocks/loaded-screen'
import { LeaveDialog } from '../blocks/record'
import { CONNECTIONS } from './calls'
import classes from './connections.module.css'
import { Mail } from './mail'
import { MercadoPago } from './mercadopago'

/** The gateway and the mail server of the installation. */
export default function ConnectionsPage() {
  const query = useQuery(CONNECTIONS)
  const [gatewayDirty, setGatewayDirty] = useState(false)
  const [mailDirty, setMailDirty] = useState(false)
  return (
    <LoadedScreen query={query} errorTitle="No pudimos cargar los cobros y el correo">
      {({ data }) => (
        <>
          <PageHead title="Cobros y correo" lead="Las claves se guardan cifradas y no se vuelven a mostrar." />
          <div className={classes.page}>
            <MercadoPago connections={data} onDirty={setGatewayDirty} />
            <Mail connections={data} onDirty={setMailDirty} />
          </div>
          <LeaveDialog isDirty={gatewayDirty || mailDirty} />
        </>
      )}
    </LoadedScreen>
  )
}
