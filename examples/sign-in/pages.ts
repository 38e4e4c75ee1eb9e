// The pages. `html` escapes every value, and no page gets a token: it is not among what they are made of.
import { html } from 'hono/html';
import type { Account, Order } from './database.ts';

const LANGUAGES = { de: 'German', fr: 'French', ja: 'Japanese' } as const;

export const isLanguage = (value: unknown): value is string => Object.hasOwn(LANGUAGES, String(value));

type Page = ReturnType<typeof html>;

export function page(title: string, content: Page | string = html`<p><a href="/">Go on</a></p>`): Page {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<h1>${title}</h1>
${content}
</html>`;
}

/** @param key of the next order, so that a form that is sent twice orders once */
export function ordersPage({ login }: Pick<Account, 'login'>, orders: readonly Order[], key: string): Page {
  const options = Object.entries(LANGUAGES).map(([id, name]) => html`<option value="${id}">${name}</option>`);
  return page(
    `Translations of ${login}`,
    html`<form method="post" action="/orders">
<input type="hidden" name="key" value="${key}">
<p><textarea name="text" required maxlength="2000" aria-label="Text"></textarea></p>
<p><select name="language" aria-label="Language">${options}</select> <button>Order</button></p>
</form>
<ul>
${orders.map(({ text, language, state, result }) => html`<li>${text} → ${language}: ${result ?? state}</li>`)}
</ul>
<form method="post" action="/sign-out"><button>Sign out</button></form>`,
  );
}
