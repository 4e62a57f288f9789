import { LIMA_OFFSET_MINUTES } from '@campus/contract/formats'
import { TOKEN_KEY, USER_KEY } from './session'
import start from './start.js?raw'
import { CART_CHANGED, CART_KEY } from './storage'

export const MENU_WIDTH_KEY = 'menu'
/** Mantine's own, which keeps it in step from hydration on. */
export const SCHEME_KEY = 'mantine-color-scheme-value'

/**
 * Sets what styles need before hydration, and how far ahead pages may be fetched (root.tsx). `jitless` stops Zod's `new
 * Function`, which the CSP forbids.
 */
const MARKS = `__zod_globalConfig={jitless:true};(()=>{let d=document.documentElement,m=d.dataset,s,c
const dark=matchMedia('(prefers-color-scheme: dark)')
const paint=()=>{try{s=localStorage;c=s.getItem('${SCHEME_KEY}')}catch{}
m.mantineColorScheme=/^(light|dark)$/.test(c)?c:dark.matches?'dark':'light'
try{c=JSON.parse(s.getItem('${CART_KEY}')).length}catch{c=0}
c?m.cart='':delete m.cart
for(let a of document.querySelectorAll('[data-to]'))a.href=a.dataset.to
d.style.setProperty('--cart','"'+(c>9?'9+':c)+'"')
d.style.setProperty('--cart-words','", '+c+' curso'+(c>1?'s"':'"'))}
paint()
dark.addEventListener('change',paint)
for(c of ['storage','pageshow','${CART_CHANGED}'])addEventListener(c,paint)
if(!navigator.connection?.saveData)m.ahead=matchMedia('(hover: hover)').matches?'hover':'touch'
if([0,6].some(c=>new Date(2026,c).getTimezoneOffset()-${LIMA_OFFSET_MINUTES}))m.abroad=''
try{if(s.getItem('${TOKEN_KEY}')&&s.getItem('${USER_KEY}'))m.session=''
if(/\\/leccion\\/[0-9]+$/.test(location.pathname))m.stage=''
if(c=s.getItem('${MENU_WIDTH_KEY}'))m.menuWide=c}catch{}})()`

/**
 * Inline in every document, because it must work when none of our files arrives. start.js, until React has taken the page over: a
 * part that fails reloads the page once, and then says so; a pressed button is pressed again when it works.
 */
export const PRE_PAINT_SCRIPT = import.meta.env.SSR ? `${MARKS};${start}` : ''

/** Of documents, at a guest's touch or under the pointer, where data are not saved: a student's links load none. */
const ahead = (eagerness: string, by: string) => ({
  where: {
    and: [
      { selector_matches: `:root[data-ahead${by}]:not([data-session]) a[href^="/"]:not([data-in-place])` },
      { not: { href_matches: '/api/*' } },
    ],
  },
  eagerness,
})

export const AHEAD_RULES = JSON.stringify({ prefetch: [ahead('conservative', ''), ahead('moderate', '="hover"')] })
