import { Button, Skeleton } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useUser } from '../../platform/session'
import { PageHead } from '../../ui/page-head'
import { Loaded } from '../../ui/states'
import { DataForm } from './data-form'
import { PhotoPanel } from './photo-panel'
import { PrivacyPanel } from './privacy-panel'
import classes from './profile.module.css'
import { SessionsPanel } from './sessions-panel'
import { T } from './texts'
import { profileQuery } from './use-save-profile'

function ProfileSkeleton() {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <Skeleton h={160} radius="lg" />
        <Skeleton h={330} radius="lg" />
        <Skeleton h={330} radius="lg" />
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
    <Button component={Link} to="/compras" variant="default" leftSection={<IconReceipt size={18} aria-hidden />}>
      Mis compras
    </Button>
  )
}

/** The person's own data, photo, password, sessions and rights (campus.md sections 2 and 5). */
export default function ProfilePage() {
  const { id } = useUser()
  const query = useQuery(profileQuery(id))
  return (
    <>
      <PageHead title={T.title} lead={T.lead} action={<Purchases />} />
      <Loaded query={query} skeleton={<ProfileSkeleton />} errorTitle={T.loadError}>
        {({ data }) => (
          <div className={classes.columns}>
            <div className={classes.main}>
              <PhotoPanel profile={data} />
              <DataForm profile={data} />
            </div>
            <div className={classes.side}>
              <SessionsPanel />
              <PrivacyPanel profile={data} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}
