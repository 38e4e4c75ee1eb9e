import type { Advice } from '../index.js';

const RUN_AGAIN = 'Run the command again.';
const CORRECT = 'Correct it, and run the command again.';
const RUN_LATER = 'Run the command again later.';
const CHECK_SERVICE_ADDRESS = 'Check the address of the service.';

/** What to do about an error, for whoever runs the command. Empty where what happened says it all. */
const ADVICE_TEXTS: Readonly<Record<Exclude<Advice['code'], 'call-later'>, string>> = {
  'correct-input': CORRECT,
  'call-again': RUN_AGAIN,
  'call-fewer-at-once': RUN_AGAIN,
  'see-cause': RUN_AGAIN,
  'check-network': 'Nothing was sent; check the address, the network and its proxy.',
  'check-address': CHECK_SERVICE_ADDRESS,
  'check-fetch': '',
  'look-first': 'It is not known whether it was carried out; look before you run the command again.',
  'do-not-repeat': 'It was carried out.',
  'try-later': RUN_LATER,
  'correct-request': 'Nothing was done.',
  'sign-in-again': 'Sign in again, or correct the token.',
  'use-other-account': 'Use an account that may.',
  'check-id': 'Check the address of the service, and the account.',
  'change-proxy': '',
  'allow-longer-answer': '',
  'allow-origin': CHECK_SERVICE_ADDRESS,
  'begin-sign-in': RUN_AGAIN,
  'offer-again': 'Run the command again to ask once more.',
  'allow-more-points': 'Nothing was ordered. The price has changed: run the command again.',
  'use-new-key': 'Nothing was sent.',
  'use-stable-keys': '',
  'search-again': 'Run the same command again: it is searched for first.',
  'wait-for-claim': 'Use --not-placed, or wait for the process that is about to send it.',
  'order-rest': 'To order the rest, run the same command again; nothing is ordered twice.',
  'bring-back-store':
    'Bring back the folder .translation-requester, for example from your repository or the cache of your CI. Or change "name" in translation-requester.json: then each text without a translation is ordered anew.',
  'wait-again': RUN_AGAIN,
  'use-other-file': CORRECT,
  'check-checkpoint': '',
  'follow-once': '',
  'end-sooner': '',
  'expect-delivery': '',
  'add-organizations': '',
  'read-log': '',
  'allow-more-time': RUN_AGAIN,
};

/** What to do about an error, in the words of a command line. */
export function describeAdvice(advice: Advice): string {
  if (advice.code !== 'call-later') return ADVICE_TEXTS[advice.code];
  const { ms } = advice;
  return ms === undefined ? RUN_LATER : `Run the command again after ${Math.ceil(ms / 1_000)} s.`;
}
