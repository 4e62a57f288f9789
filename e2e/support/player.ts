import type { Page } from '@playwright/test'

const PLAYERS = /^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//

/** A player of ours in YouTube's place: it answers as YouTube's does and sends what the test sets. */
export async function withPlayer(page: Page) {
  const body = `<!doctype html><title>Video</title><script>
    const heard = [];
    const say = (event, info) => parent.postMessage(JSON.stringify({ event, info }), '*');
    addEventListener('message', ({ data }) => {
      const message = JSON.parse(data);
      heard.push(message);
      if (message.event === 'listening') say('onReady', null);
    });
  </script>`
  await page.route(PLAYERS, (route) => route.fulfill({ contentType: 'text/html', body }))
  const frame = () => page.frame({ url: PLAYERS })
  const run = (script: string) => frame()?.evaluate(script)
  return {
    say: (event: string, info: unknown) => run(`say(${JSON.stringify(event)}, ${JSON.stringify(info)})`),
    /** Plays from one second to another. */
    play: (from: number, to: number, duration: number) =>
      run(
        `for (let s = ${from}; s <= ${to}; s++) say('infoDelivery', { currentTime: s, duration: ${duration}, playerState: 1 })`,
      ),
    end: () => run(`say('onStateChange', 0)`),
    heard: () => run('JSON.stringify(heard)'),
    isReady: () => run('heard.length > 0'),
  }
}
