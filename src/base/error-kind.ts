/** Each class of errors names its kind under this symbol, which all copies and module formats of the package share. */
export const ERROR_KIND: unique symbol = Symbol.for('translation-requester.error');
