import {
  addDays,
  addMonths,
  monthName,
  monthOf,
  monthsName,
  readDay,
  readMonth,
  spanName,
  weekOf,
  weeksOf,
  weeksToShow,
} from './days'

export const WEEK = 'semana'

/** What the grid shows, and the addresses of its neighbours. */
export type Shown = {
  weeks: string[][]
  days: string[]
  name: string
  /** Undefined in the week's view. */
  month?: string
  /** Weeks of the next month follow. */
  open?: boolean
  before: string
  after: string
  now: string
  /** Shows the month's weeks that are over; undefined when none is left out. */
  past?: string
}

const ALL = 'todas'

export function shownMonth(params: URLSearchParams, today: string): Shown {
  const day = readDay(params.get('dia'))
  const month = readMonth(params.get('mes')) ?? monthOf(day ?? today)
  const coming = weeksToShow(month, today, false)
  const first = coming[0]?.[0] ?? today
  // A chosen day that is over brings its week.
  const over = day !== null && monthOf(day) === month && day < first
  const past = over || params.get('semanas') === ALL
  const weeks = past ? weeksOf(month) : coming
  const days = weeks.flat()
  // A month's own last week may end in the next one.
  const last = monthOf(days.at(-7) ?? today)
  const open = last > month
  return {
    weeks,
    days,
    month,
    name: open ? monthsName(month, last) : monthName(month),
    open,
    before: `?mes=${addMonths(month, -1)}`,
    after: `?mes=${addMonths(month, 1)}`,
    now: '?',
    past: !past && first > `${month}-01` ? `?mes=${month}&semanas=${ALL}` : undefined,
  }
}

export function shownWeek(params: URLSearchParams, today: string): Shown {
  const days = weekOf(readDay(params.get('dia')) ?? today)
  const [monday = today, sunday = today] = [days[0], days[6]]
  const to = (day: string) => `?vista=${WEEK}&dia=${day}`
  return {
    weeks: [days],
    days,
    name: spanName(monday, sunday),
    before: to(addDays(monday, -7)),
    after: to(addDays(monday, 7)),
    now: `?vista=${WEEK}`,
  }
}
