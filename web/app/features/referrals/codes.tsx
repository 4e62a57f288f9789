import { MAX_REFERRALS } from '@campus/contract/order-rules'
import type { Referral } from '@campus/contract/referrals'
import { Button, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconGift, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api'
import { formatNumber } from '../../platform/format'
import { CopyButton } from '../../ui/copy-button'
import { Panel } from '../../ui/panel'
import { Loaded, State } from '../../ui/states'
import classes from './referrals.module.css'
import { Share } from './share'
import { T } from './texts'

const CODES = ['get', '/api/referido/{id}'] as const

function Row({ code: { codigo, usos, puntos } }: { code: Referral }) {
  return (
    <tr>
      <th scope="row">
        <span className={classes.code}>{codigo}</span>
        <CopyButton
          text={codigo}
          label="Copiar"
          what={codigo}
          variant="light"
          onCopied={() =>
            notifications.show({ color: 'teal', title: T.copyTitle, message: T.copyText, role: 'status' })
          }
        />
      </th>
      <td>{formatNumber(usos)}</td>
      <td>{formatNumber(puntos)}</td>
    </tr>
  )
}

function Table({ codes }: { codes: Referral[] }) {
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{T.code}</th>
            <th scope="col">{T.uses}</th>
            <th scope="col">{T.points}</th>
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <Row key={code.id} code={code} />
          ))}
        </tbody>
      </table>
      <p className={classes.note}>{T.usesNote}</p>
    </>
  )
}

/** Asks for a code; the server draws it. */
function useCreate() {
  const queryClient = useQueryClient()
  return api.useMutation('post', '/api/referidos', {
    meta: { errorText: T.createError },
    onSuccess: ({ data }) =>
      notifications.show({ color: 'teal', title: T.created, message: data.codigo, role: 'status' }),
    // Also after a refusal: another tab may have made the last one.
    onSettled: () => queryClient.invalidateQueries({ queryKey: CODES }),
  })
}

/** A student's codes with what they brought, the button for another one, and the ways to share them. */
export function Codes({ student }: { student: number }) {
  const query = api.useQuery(...CODES, { params: { path: { id: String(student) } } })
  const create = useCreate()
  const button = (text: string) => (
    <Button
      loading={create.isPending}
      leftSection={<IconPlus size={20} aria-hidden />}
      onClick={() => create.mutate({ body: {} })}
    >
      {text}
    </Button>
  )
  return (
    <div className={classes.main}>
      <Panel>
        <section aria-labelledby="mis-codigos">
          <h2 id="mis-codigos" className={classes.title}>
            {T.mine}
          </h2>
          <Loaded query={query} skeleton={<Skeleton height={220} radius="md" />} errorTitle={T.loadError}>
            {({ data }) =>
              data.length === 0 ? (
                <State icon={IconGift} title={T.emptyTitle} text={T.emptyText} action={button(T.create)} />
              ) : (
                <>
                  <Table codes={data} />
                  {data.length < MAX_REFERRALS && button(T.createAnother)}
                </>
              )
            }
          </Loaded>
        </section>
      </Panel>
      {query.data && query.data.data.length > 0 && <Share codes={query.data.data} />}
    </div>
  )
}
