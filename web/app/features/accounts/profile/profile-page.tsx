import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../lib/session'
import { LinkButton } from '../../../ui/button'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { Skeleton } from '../../../ui/skeleton'
import { PaceSettings } from '../../learning/learning'
import { DataForm } from './data-form'
import { OwnPlaces } from './own-places'
import { PhotoPanel } from './photo-panel'
import { PrivacyPanel } from './privacy-panel'
import classes from './profile.module.css'
import { SessionsPanel } from './sessions-panel'
import { profileQuery } from './use-save-profile'

function ProfileSkeleton() {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Skeleton height={160} />
        <Skeleton height={330} />
        <Skeleton height={330} />
      </div>
      <div className={classes.side}>
        <Skeleton height={280} />
        <Skeleton height={220} />
      </div>
    </div>
  )
}

export default function ProfilePage() {
  const { id } = useUser()
  const query = useQuery(profileQuery(id))
  return (
    <>
      <PageHead
        title="Mi perfil"
        action={
          <LinkButton
            to="/compras"
            variant="default"
            className={classes.purchases}
            leftSection={<IconReceipt size={18} aria-hidden />}
          >
            Mis compras
          </LinkButton>
        }
      />
      <Loaded query={query} skeleton={<ProfileSkeleton />} errorTitle="No pudimos cargar tu perfil.">
        {({ data }) => (
          <div className={classes.columns}>
            <div className={classes.main}>
              <PhotoPanel profile={data} />
              <OwnPlaces staff={data.tipo_cliente !== 'Alumno'} />
              <DataForm profile={data} />
            </div>
            <div className={classes.side}>
              <SessionsPanel />
              {data.tipo_cliente === 'Alumno' && (
                <Late failed={null} fallback={<Skeleton height={220} />}>
                  <PaceSettings />
                </Late>
              )}
              <PrivacyPanel profile={data} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}
