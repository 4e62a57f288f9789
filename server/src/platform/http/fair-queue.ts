import { fail } from '../failures.ts'
import { throttledAs } from './network.ts'
import { currentOrigin } from './requests.ts'

type Settings = {
  concurrency: number
  maxWaiting: number
  /** Shown when it refuses; default: the text of NO_DISPONIBLE. */
  busy?: string
  maxWaitMs?: number
}

type Task = { start: () => void; refuse: () => void }

/** Longer than this, the connection would be closed as idle (`connectionTimeout`). */
const MAX_WAIT_MS = 8000

type RunOptions = {
  /** Default: the current request's. Without one, it is the server's own work. */
  ip?: string | undefined
  unlimitedWait?: boolean
}

/** The widest network, which one customer may own. */
const customerOf = (ip: string | undefined): string => (ip ? (throttledAs(ip).at(-1) ?? ip) : '')

/** Networks take turns. A full queue refuses the last task of the network with most; a long wait is refused too. */
export function createFairQueue({ concurrency, maxWaiting, busy, maxWaitMs = MAX_WAIT_MS }: Settings) {
  /** By network, in the order of turns. */
  const queues = new Map<string, Task[]>()
  let running = 0

  const size = () => [...queues.values()].reduce((sum, tasks) => sum + tasks.length, 0)

  function drop(client: string, task: Task): void {
    const rest = (queues.get(client) ?? []).filter((one) => one !== task)
    if (rest.length > 0) queues.set(client, rest)
    else queues.delete(client)
  }

  function next(): void {
    const [first] = queues
    if (!first || running >= concurrency) return
    const [client, [task, ...rest]] = first
    queues.delete(client)
    if (rest.length > 0) queues.set(client, rest)
    task?.start()
  }

  function makeRoom(client: string): boolean {
    if (size() < maxWaiting) return true
    const [most = '', tasks = []] = [...queues].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    const last = tasks.at(-1)
    if (!last || (queues.get(client)?.length ?? 0) + 1 >= tasks.length) return false
    drop(most, last)
    last.refuse()
    return true
  }

  return {
    /** @throws NO_DISPONIBLE when the queue is full or the wait too long */
    run<T>(work: () => Promise<T>, { ip = currentOrigin()?.ip, unlimitedWait = false }: RunOptions = {}): Promise<T> {
      const client = customerOf(ip)
      const refusal = () => fail('NO_DISPONIBLE', { retryAfter: 5, ...(busy && { message: busy }) })
      return new Promise<T>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined
        const task: Task = {
          start() {
            clearTimeout(timer)
            running += 1
            Promise.resolve()
              .then(work)
              .then(resolve, reject)
              .finally(() => {
                running -= 1
                next()
              })
          },
          refuse() {
            clearTimeout(timer)
            reject(refusal())
          },
        }
        if (running < concurrency) return task.start()
        if (!unlimitedWait && !makeRoom(client)) return task.refuse()
        queues.set(client, [...(queues.get(client) ?? []), task])
        if (unlimitedWait) return
        timer = setTimeout(() => {
          drop(client, task)
          task.refuse()
        }, maxWaitMs)
      })
    },
  }
}
