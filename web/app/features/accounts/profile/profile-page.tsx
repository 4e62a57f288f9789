import { Button, Skeleton } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../../lib/session'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { PageHead } from '../../../ui/page-head'
import { PaceSettings } from '../../learning/learning'
import { OwnPlaces } from './own-places'
import { PhotoPanel } from './photo-panel'
import { PrivacyPanel } from './privacy-panel'
import classes from './profile.module.css'
import { SessionsPanel } from './sessions-panel'
import { TEXTS } from './texts'
import { profileQuery } from './use-save-profile'

// Lazy because of Zod.
const DataForm = lazy(() => import('./data-form'))

const formSkeleton = (
  <>
    <Skeleton h={330} radius="lg" />
    <Skeleton h={330} radius="lg" />
  </>
)

function ProfileSkeleton() {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Skeleton h={160} radius="lg" />
        {formSkeleton}
      </div>
      <div className={classes.side}>
        <Skeleton h={280} radius="lg" />
        <Skeleton h={220} radius="lg" />
      </div>
    </div>
  )
}

function Purchases() {
  return (
    <Button
      component={Link}
      to="/compras"
      variant="default"
      className={classes.purchases}
      leftSection={<IconReceipt size={18} aria-hidden />}
    >
      Mis compras
    </Button>
  )
}

export default function ProfilePage() {
  const { id } = useUser()
  const query = useQuery(profileQuery(id))
  return (
    <>
      <PageHead title={TEXTS.title} lead={TEXTS.lead} action={<Purchases />} />
      <Loaded query={query} skeleton={<ProfileSkeleton />} errorTitle={TEXTS.loadError}>
        {({ data }) => (
          <div className={classes.columns}>
            <div className={classes.main}>
              <PhotoPanel profile={data} />
              <OwnPlaces staff={data.tipo_cliente !== 'Alumno'} />
              <Late fallback={formSkeleton}>
                <DataForm profile={data} />
              </Late>
            </div>
            <div className={classes.side}>
              <SessionsPanel />
              {data.tipo_cliente === 'Alumno' && (
                <Late failed={null} fallback={<Skeleton h={220} radius="lg" />}>
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
