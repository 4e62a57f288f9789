import { IconAlertTriangle, IconBrandGoogle, IconCalendarPlus, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api'
import { toast } from '../../lib/toasts'
import { Alert } from '../../ui/alert'
import { AnchorButton, Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Loaded } from '../../ui/loaded'
import { Skeleton } from '../../ui/skeleton'
import { Group, Stack } from '../../ui/stack'
import { Text } from '../../ui/text'
import { googleFeedLink } from './google-link'
import classes from './subscribe.module.css'
import { TEXTS } from './texts'

const PATH = '/api/calendario/suscripcion'
const options = api.queryOptions('get', PATH)

const HOW = [
  [
    'Google Calendar',
    'Toca «Agregar a Google Calendar» y confirma. También puedes pegar la dirección en «Otros calendarios», «+», «Desde URL».',
  ],
  ['iPhone, iPad o Mac', 'Toca «Abrir en mi calendario» y confirma la suscripción.'],
  ['Outlook', 'En «Agregar calendario» elige «Suscribirse desde la web», pega el enlace e impórtalo.'],
] as const

function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const select = () => field.current?.select()
  return (
    <Stack gap="sm">
      <TextField ref={field} label="Tu enlace" value={url} readOnly onFocus={select} />
      <div className={classes.buttons}>
        <CopyButton variant="filled" label="Copiar enlace" text={url} onFailed={select} />
        <AnchorButton
          href={url.replace(/^https?:/, 'webcal:')}
          variant="light"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Abrir en mi calendario
        </AnchorButton>
        <AnchorButton
          href={googleFeedLink(url)}
          target="_blank"
          rel="noopener noreferrer"
          variant="light"
          leftSection={<IconBrandGoogle size={18} aria-hidden />}
        >
          {TEXTS.google}
        </AnchorButton>
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
        className={classes.renew}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Cambiar el enlace
      </Button>
    )
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Cambiar el enlace">
      <p>{TEXTS.renewAsk}</p>
      <Group gap="sm" className={classes.ways}>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          Cancelar
        </Button>
        <Button variant="danger" loading={renew.isPending} onClick={() => renew.mutate({})}>
          Renovar
        </Button>
      </Group>
    </Alert>
  )
}

function Content() {
  const query = api.useQuery('get', PATH)
  return (
    <Stack>
      <Text dimmed>{TEXTS.subscribeText}</Text>
      <Loaded query={query} skeleton={<Skeleton height={140} />} errorTitle={TEXTS.feedError}>
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
export default function SubscribeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={TEXTS.subscribeTitle} size="lg">
      <Content />
    </Dialog>
  )
}
