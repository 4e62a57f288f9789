import { MAX_REFERRALS } from '@campus/contract/order-rules'
import type { Referral } from '@campus/contract/referrals'
import { IconGift, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { envioFor, forgetEnvio } from '../../lib/envio'
import { formatNumber } from '../../lib/format'
import { Queries } from '../../lib/query'
import { toast } from '../../lib/toasts'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { Panel } from '../../ui/panel'
import { Skeleton } from '../../ui/skeleton'
import classes from './referrals.module.css'
import { Share } from './share'
import { TEXTS } from './texts'

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
          onCopied={() => toast(TEXTS.copyText, { title: TEXTS.copyTitle })}
        />
      </th>
      <td>{formatNumber(usos)}</td>
      <td>{formatNumber(puntos)}</td>
    </tr>
  )
}

function Table({ codes }: { codes: Referral[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{TEXTS.code}</th>
          <th scope="col">{TEXTS.uses}</th>
          <th scope="col">{TEXTS.points}</th>
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <Row key={code.id} code={code} />
        ))}
      </tbody>
    </table>
  )
}

function useCreate(form: string) {
  const queryClient = useQueryClient()
  return api.useMutation('post', '/api/referidos', {
    meta: { errorText: TEXTS.createError },
    onSuccess: ({ data }) => {
      forgetEnvio(form)
      toast(data.codigo, { title: TEXTS.created })
    },
    // Also after an error: another tab may have created the last code.
    onSettled: () => queryClient.invalidateQueries({ queryKey: CODES }),
  })
}

function Codes({ student }: { student: number }) {
  const query = api.useQuery(...CODES, { params: { path: { id: String(student) } } })
  const form = `referido-${student}`
  const create = useCreate(form)
  const button = (text: string, quiet = false) => (
    <Button
      variant={quiet ? 'default' : 'filled'}
      loading={create.isPending}
      leftSection={<IconPlus size={20} aria-hidden />}
      onClick={() => create.mutate({ body: { envio: envioFor(form, String(query.data?.data.length)) } })}
    >
      {text}
    </Button>
  )
  return (
    <div className={classes.main}>
      <Panel>
        <section aria-labelledby="mis-codigos">
          <h2 id="mis-codigos" className={classes.title}>
            {TEXTS.mine}
          </h2>
          <Loaded query={query} skeleton={<Skeleton height={220} />} errorTitle={TEXTS.loadError}>
            {({ data }) =>
              data.length === 0 ? (
                <EmptyState
                  icon={IconGift}
                  title={TEXTS.emptyTitle}
                  text={TEXTS.emptyText}
                  action={button(TEXTS.create)}
                />
              ) : (
                <>
                  <Table codes={data} />
                  {data.length < MAX_REFERRALS && button(TEXTS.createAnother, true)}
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

/** A student's codes with what they earned, and the ways to share them. */
export default function OwnCodes({ student }: { student: number }) {
  return (
    <Queries>
      <Codes student={student} />
    </Queries>
  )
}
