import { Anchor, Badge, Button, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useBrand } from '../platform/brand'
import { Landscape } from '../ui/landscape'
import { Only } from '../ui/only'
import { PageHead } from '../ui/page-head'
import classes from './error-page.module.css'
import { soonOf } from './soon-texts'

/** An honest place for a screen that is not there yet: what it will be, whom to ask, and the way back. */
export default function SoonPage() {
  const brand = useBrand()
  const soon = soonOf(useLocation().pathname)
  return (
    <Stack align="center" gap="md" className={classes.page} ta="center">
      <Landscape className={classes.drawing} />
      <Badge variant="light" size="lg">
        Muy pronto
      </Badge>
      <PageHead key={soon.title} title={soon.title} lead={soon.text} />
      {soon.contact && (
        <Text>
          Escríbenos a{' '}
          <Anchor href={`mailto:${brand.correo}`} underline="always">
            {brand.correo}
          </Anchor>{' '}
          o llámanos al{' '}
          <Anchor href={`tel:${brand.telefono.replace(/[^+\d]/g, '')}`} underline="always">
            {brand.telefono}
          </Anchor>
          .
        </Text>
      )}
      <Only who="signed">
        <Button component={Link} to="/inicio">
          Volver a mi campus
        </Button>
      </Only>
      <Only who="visitor">
        <Button component={Link} to="/">
          Volver al inicio
        </Button>
      </Only>
    </Stack>
  )
}
