import { useParams } from 'react-router'
import { useOwnCertificate } from '../features/certificates/certificates'
import { useSession } from '../lib/session'
import AppLayout from './app-layout'
import BareLayout from './bare-layout'

/** A certificate's owner stays inside the campus; everyone else verifies it on a bare page. */
export default function CertificateLayout() {
  const session = useSession()
  const own = useOwnCertificate(useParams()['*'])
  return session && own !== null ? <AppLayout /> : <BareLayout />
}
