import { expect, test } from 'vitest';
import { tryExpression } from '../../../src/command/plan/text-rules.js';
import { growth, LINEAR } from '../../growth.js';

test.each(['a {{{ b ', '}}}{{{', '{{{a}}} '])(
  'an expression is tried in time that grows with the texts, also with many braces: %s',
  async (often) => {
    const make = (size: number): string => often.repeat(size / often.length);
    const attempt = (text: string): void => tryExpression(/%\w+%/, [text], 'en.json', 60_000);
    expect(await growth(make, attempt)).toBeLessThan(LINEAR);
  },
);
