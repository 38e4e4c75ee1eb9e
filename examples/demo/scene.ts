import type { ProjectOrderInput, Requester } from 'translation-requester';
import type { Sandbox } from 'translation-requester/sandbox';

/** What every step has. */
export interface Scene {
  readonly sandbox: Sandbox;
  /** Where the sandbox listens. */
  readonly url: string;
  readonly accessToken: string;
  /** For files, until the demo ends. */
  readonly folder: string;
  readonly requester: Requester;
}

/** What the demo orders. */
export const order: ProjectOrderInput = {
  language_id: 'en',
  translated_language_id: 'de',
  questions: [
    {
      type: 'string',
      title: 'Welcome',
      body: 'Welcome aboard!\nYour order is on its way.',
      custom_field: 'shop/1001',
    },
    { type: 'text_html', title: 'Footer', body: '<p>Made with <b>care</b>.</p>' },
  ],
};
