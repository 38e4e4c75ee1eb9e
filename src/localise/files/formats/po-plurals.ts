import pluralForms from '@tannin/plural-forms';
import { describeNumbers, listForms } from '../plurals.js';

/** For each plural form of a file, the whole numbers up to 200 that use it. */
export type NumbersByForm = readonly (readonly number[])[];

/** Rules as gettext and Weblate write them. No other language gets a rule. */
const RULES = [
  'nplurals=1; plural=0;',
  'nplurals=2; plural=(n != 1);',
  'nplurals=2; plural=(n > 1);',
  'nplurals=2; plural=(n%10 != 1 || n%100 == 11);',
  'nplurals=2; plural=(n != 1 && n != 2 && n != 3 && (n%10 == 4 || n%10 == 6 || n%10 == 9));',
  'nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);',
  'nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);',
  'nplurals=3; plural=(n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2);',
  'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);',
  'nplurals=3; plural=(n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 && n%100!=11 ? 1 : 2);',
  'nplurals=4; plural=(n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3);',
  'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
  'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n>2 && n<7 ? 2 : n>6 && n<11 ? 3 : 4);',
  'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>=3 && n%100<=10) ? 2 : n%100>=11 && n%100<=19 ? 3 : 4);',
  'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
  'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5);',
];

const MAX_RULE = 1_000;
const MAX_NUMBER = 200;
/** The parser misreads a choice that stands in the first branch of another. */
const NESTED = /\?[^:]*\?/;
const EXPRESSION = /(?:^|[;\s])plural\s*=([\sn\d()!*/%+<>=&|?:-]+)(?:;|$)/;

/** What a rule says of the numbers; undefined for one that says nothing, or is for another count of forms. */
export function readRule(rule: string, count: number): NumbersByForm | undefined {
  const expression = rule.length > MAX_RULE ? undefined : EXPRESSION.exec(rule)?.[1];
  if (expression === undefined || NESTED.test(expression)) return undefined;
  const choose = pluralForms(expression);
  const forms = Array.from({ length: count }, (): number[] => []);
  for (let number = 0; number <= MAX_NUMBER; number += 1) {
    const form = forms[choose(number)];
    if (form === undefined) return undefined;
    form.push(number);
  }
  return forms;
}

/** How many forms a rule declares, as it says it. */
export const readCount = (rule: string): string | undefined => /nplurals\s*=\s*(\d+)/.exec(rule)?.[1];

/** The rule of a language; undefined if gettext has none for it. */
export function findRule(language: string | undefined): string | undefined {
  const wanted = JSON.stringify(listNumbers(language));
  return RULES.find((rule) => JSON.stringify(readRule(rule, Number(readCount(rule)))) === wanted);
}

/** The numbers of a language's forms in gettext's order. */
export const listNumbers = (language: string | undefined): NumbersByForm =>
  listForms(language).map(({ numbers }) => numbers);

/** Whether a rule is the English one, as tools write it into templates for any language. */
export const isOfTemplate = (rule: string): boolean =>
  readCount(rule) === '2' && JSON.stringify(readRule(rule, 2)) === JSON.stringify(listNumbers('en'));

/**
 * The note of a form. One that only larger numbers use, such as a million in Spanish, has that of the form for most numbers:
 * both get one translation.
 */
export function describeForm(forms: NumbersByForm, at: number): string | undefined {
  const own = forms[at] ?? [];
  const [most = []] = forms.toSorted((a, b) => b.length - a.length);
  return forms.length < 2 || most.length === 0 ? undefined : describeNumbers(own.length === 0 ? most : own);
}
