import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconBrandGoogle,
  IconCalendarPlus,
  IconCheck,
  IconCopy,
  IconRefresh,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api'
import { toast } from '../../lib/toasts'
import { Dialog } from '../../ui/dialog'
import { Loaded } from '../../ui/loaded'
import classes from './calendar.module.css'
import { googleFeedLink } from './google-link'
import { TEXTS } from './texts'

const PATH = '/api/calendario/suscripcion'
const options = api.queryOptions('get', PATH)

const HOW = [
  [
    'Google Calendar',
    'Toca «Agregar a Google Calendar» y confirma. También puedes pegar la dirección en «Otros calendarios», «+», «Desde URL».',
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
        <Button
          component="a"
          href={googleFeedLink(url)}
          target="_blank"
          rel="noopener noreferrer"
          variant="light"
          leftSection={<IconBrandGoogle size={18} aria-hidden />}
        >
          {TEXTS.google}
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
      toast(TEXTS.renewed)
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
      <Text size="sm">{TEXTS.renewAsk}</Text>
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
      <Text c="dimmed">{TEXTS.subscribeText}</Text>
      <Loaded query={query} skeleton={<Skeleton height={140} radius="md" />} errorTitle={TEXTS.feedError}>
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

/** The private feed address, which can be replaced after it leaked. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={TEXTS.subscribeTitle} size="lg">
      <Content />
    </Dialog>
  )
}
