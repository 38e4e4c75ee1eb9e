import { expect, test } from 'vitest';
import { pluralRules } from '../../../examples/own/vue-plural-rules.js';

test('the example for vue-i18n takes the form of each number in Russian', () => {
  const forms = ['one', 'few', 'many'];
  for (const [number, form] of [
    [1, 'one'],
    [22, 'few'],
    [5, 'many'],
    [0, 'many'],
    [111, 'many'],
  ] as const) {
    expect(forms[pluralRules.ru(number, 3)], `${number}`).toBe(form);
    expect(['none', ...forms][pluralRules.ru(number, 4)], `${number}`).toBe(number === 0 ? 'none' : form);
  }
});
