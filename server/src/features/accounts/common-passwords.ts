import { invalid } from '../../platform/failures.ts'

export const COMMON_PASSWORD_TEXT = 'Elige una contraseña menos común: esta es de las primeras que se prueban.'

/** Small on purpose: each word covers its variants, such as `Password123!`, `p4ssw0rd` or `peru2026`. */
const WORDS = new Set(
  `password passwort passw passwords passcode contrasena contrasenia contra clave claves miclave micontrasena secreto secreta
  secret topsecret admin administrador administrator root usuario user guest invitado test testing prueba pruebas demo ejemplo
  temporal temp default changeme cambiame access acceso welcome bienvenido bienvenida bienvenidos hola holamundo helloworld
  hello login letmein iloveyou teamo teamomucho tequiero tequieromucho amor amores amorcito miamor amorlindo mivida corazon
  princesa princess princesita sunshine superman batman spiderman pokemon naruto dragon dragonball monkey master killer
  shadow ninja samurai mustang ferrari corvette mercedes toyota football futbol soccer baseball basketball hockey champion
  liverpool chelsea arsenal barcelona realmadrid juventus manchester alianza alianzalima universitario cristal sportingcristal
  melgar cienciano boca bocajuniors river riverplate paolo guerrero messi ronaldo cristiano neymar peru arribaperu vivaperu lima
  cusco arequipa trujillo piura tacna iquitos huancayo chiclayo puno inkakola machupicchu campus academia escuela colegio
  universidad instituto curso cursos estudiante alumno alumna docente profesor maestro maestra enero febrero marzo abril mayo
  junio julio agosto septiembre setiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
  verano invierno otono primavera january february march april june july august september october november december monday
  tuesday wednesday thursday friday saturday sunday summer winter autumn spring michael michelle jennifer jessica daniel daniela
  alejandro alejandra fernando fernanda gabriel gabriela sebastian valentina nicolas nicole carlos miguel jose josejose juan
  maria mariajose luis jorge rosa carmen andrea camila diego rodrigo ricardo eduardo roberto antonio francisco estrella estrellita
  familia mifamilia chocolate cookie cookies pepper ginger summertime computer computadora internet google facebook instagram
  whatsapp tiktok youtube microsoft windows samsung android iphone apple huawei claro movistar entel bitel jesus jesucristo dios
  diosesamor diosmio jehova angel angelito angeles trustno starwars matrix whatever freedom thunder cowboy silver golden yellow
  orange purple flower flowers butterfly mariposa butterfly bubbles lovely loveme lovers forever forever friends amigos amigas
  hermano hermana mama mami mamita papa papi papito bebe bebita bebito gatito perrito negrita negrito gordita gordito flaquita
  qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc poiuyt mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcabc`
    .trim()
    .split(/\s+/),
)

const RUNS = ['qwertyuiop', 'asdfghjklñ', 'asdfghjkl', 'zxcvbnm', '01234567890', 'abcdefghijklmnopqrstuvwxyz']
  .concat(
    'qwertyuiopasdfghjklzxcvbnm',
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
    '1q2w3e4r5t6y7u8i9o0p',
    'q1w2e3r4t5y6u7i8o9p0',
  )
  .concat('qazwsxedcrfvtgbyhnujmik', '147258369', '0123456789876543210')
  .flatMap((run) => [run, [...run].reverse().join('')])

const LOOKALIKES: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

function isRepeated(text: string): boolean {
  return [1, 2, 3, 4].some(
    (length) => text.length >= length * 2 && text === text.slice(0, length).repeat(99).slice(0, text.length),
  )
}

/** A date. */
const DAY = /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$|^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/

const stemOf = (text: string) => text.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '')

const isTwice = (text: string) => {
  const half = text.slice(0, text.length / 2)
  return text === half + half && WORDS.has(half)
}

function isWord(text: string): boolean {
  const stem = stemOf(text)
  const read = [...stem].map((letter) => LOOKALIKES[letter] ?? letter).join('')
  // Replace digits in the whole text too: `pa$$w0rd1` ends in one, `s3cr3t0` contains them.
  const whole = [...text].map((letter) => LOOKALIKES[letter] ?? letter).join('')
  return [stem, read, stemOf(whole), whole].some(
    (word) => WORDS.has(word) || isTwice(word) || (word.length > 3 && isRepeated(word)),
  )
}

/** True for common passwords and for `own`: the user's email and document. */
export function isCommon(password: string, own: readonly string[] = []): boolean {
  const text = plain(password)
  if (isRepeated(text)) return true
  if (text.length > 24) return false
  const personal = own
    .flatMap((value) => [plain(value), plain(value).split('@')[0] ?? ''])
    .filter((value) => value.length > 3)
  if (personal.some((value) => text === value || stemOf(text) === value)) return true
  return DAY.test(text) || RUNS.some((run) => run.includes(text)) || isWord(text)
}

/** @throws DATOS_INVALIDOS under `password` */
export function rejectCommon(password: string, own: readonly string[] = []): void {
  if (isCommon(password, own)) throw invalid('password', COMMON_PASSWORD_TEXT)
}
