import { orderAsApplication } from '../controls/as-application.js';
import type { State } from '../world/state.js';
import type { SandboxHandle } from './sandbox-handle.js';

const SAMPLE_ORDERS = {
  simple: {
    path: 'simple/questions',
    order: {
      description: 'Button labels of a shop.\n\nNotes:\n3: Shown in place of the list.',
      question_bodies: [
        { body: 'Add to cart' },
        { body: 'Proceed to checkout' },
        { body: 'Your cart is empty.' },
      ],
    },
  },
  project: {
    path: 'projects',
    order: {
      questions: [
        { type: 'string', title: 'Greeting', body: 'Good morning.\nHow can we help you?' },
        { type: 'string', title: 'Farewell', body: 'Thank you for your visit.' },
      ],
    },
  },
} as const;

/** The languages of samples: English to Japanese, or else a pair that can be ordered, from English if there is one. */
export function findSampleLanguages({ languages: { pairs } }: State) {
  const fromEnglish = pairs.filter(({ source }) => source.id === 'en');
  const pair = fromEnglish.find(({ target }) => target.id === 'ja') ?? fromEnglish[0] ?? pairs[0];
  return { languageId: pair?.source.id ?? 'en', translatedLanguageId: pair?.target.id ?? 'ja' };
}

/** Places a sample order as an application does. @throws Error when the service refuses it */
export async function placeSample(sandbox: SandboxHandle, kind: string): Promise<{ id: number }> {
  if (kind !== 'simple' && kind !== 'project') throw new Error('`kind` is "simple" or "project".');
  const { path, order } = SAMPLE_ORDERS[kind];
  const state = sandbox.currentState();
  const { languageId, translatedLanguageId } = findSampleLanguages(state);
  const terms = {
    language_id: languageId,
    translated_language_id: translatedLanguageId,
    custom_field: `sample-${state.mainAccount.application.id}-${state.orders.length + 1}`,
  };
  return { id: await orderAsApplication(sandbox, path, { ...order, ...terms }) };
}
