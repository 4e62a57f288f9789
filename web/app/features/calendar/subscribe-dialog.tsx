import { Alert, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCalendarPlus, IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../platform/api'
import { Loaded } from '../../ui/states'
import classes from './calendar.module.css'
import { T } from './texts'

const PATH = '/api/calendario/suscripcion'
const options = api.queryOptions('get', PATH)

const HOW = [
  [
    'Google Calendar',
    'En la computadora, junto a «Otros calendarios» toca «+», elige «Desde URL» y pega la dirección.',
  ],
  ['iPhone, iPad o Mac', 'Toca «Abrir en mi calendario» y confirma la suscripción.'],
  ['Outlook', 'En «Agregar calendario» elige «Suscribirse desde la web», pega la dirección e impórtala.'],
] as const

function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const clipboard = useClipboard({ timeout: 1500 })
  return (
    <Stack gap="sm">
      <TextInput
        ref={field}
        label="Tu dirección privada"
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        error={clipboard.error ? 'No se pudo copiar. Selecciona la dirección y cópiala.' : undefined}
      />
      <div className={classes.buttons}>
        <Button
          leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => {
            field.current?.select()
            clipboard.copy(url)
          }}
        >
          {clipboard.copied ? '¡Copiado!' : 'Copiar dirección'}
        </Button>
        <Button
          component="a"
          href={url.replace(/^https?:/, 'webcal:')}
          variant="light"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Abrir en mi calendario
        </Button>
      </div>
    </Stack>
  )
}

function Renew() {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const renew = api.useMutation('post', PATH, {
    onSuccess: (answer) => {
      queryClient.setQueryData(options.queryKey, answer)
      setAsking(false)
      notifications.show({ message: T.renewed, color: 'teal', role: 'status' })
    },
  })
  if (!asking)
    return (
      <Button
        variant="subtle"
        color="gray"
        className={classes.renew}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Renovar la dirección
      </Button>
    )
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Renovar la dirección">
      <Text size="sm">{T.renewAsk}</Text>
      <Group gap="sm" mt="sm">
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          Cancelar
        </Button>
        <Button color="red" loading={renew.isPending} onClick={() => renew.mutate({})}>
          Renovar
        </Button>
      </Group>
    </Alert>
  )
}

function Content() {
  const query = api.useQuery('get', PATH)
  return (
    <Stack gap="md">
      <Text c="dimmed">{T.subscribeText}</Text>
      <Loaded query={query} skeleton={<Skeleton height={140} radius="md" />} errorTitle={T.feedError}>
        {({ data }) => (
          <>
            <Address url={data.url} />
            <dl className={classes.how}>
              {HOW.map(([program, how]) => (
                <div key={program}>
                  <dt>{program}</dt>
                  <dd>{how}</dd>
                </div>
              ))}
            </dl>
            <Renew />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

/** The private address that keeps another calendar up to date; it can be replaced when it got into wrong hands. */
export function SubscribeDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={T.subscribeTitle}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Cerrar', size: 44 }}
    >
      <Content />
    </Modal>
  )
}
