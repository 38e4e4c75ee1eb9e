const russian = new Intl.PluralRules('ru');
const forms = ['one', 'few', 'many']; // for fractions, add a rule of your own

/** Rules for `pluralRules` of vue-i18n: which of a text's `count` forms a number takes. With one form more, the first is for 0. */
export const pluralRules = {
  ru: (number: number, count: number) => {
    const at = Math.max(forms.indexOf(russian.select(number)), 0);
    return count > forms.length ? (number === 0 ? 0 : at + 1) : at;
  },
};
