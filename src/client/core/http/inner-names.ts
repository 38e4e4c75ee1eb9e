// What the entries of this package use of a client, and users don't see. Found across module formats of the package.

/** The method by which another entry reports an error to the logger of a client. */
export const REPORT_ERROR: unique symbol = Symbol.for('translation-requester.report-error');

/** The object that all copies of a client for one account have in common. */
export const ACCOUNT: unique symbol = Symbol.for('translation-requester.account');

/** The option of a read for a delivery: its 429 is not waited for, and makes no other call wait. */
export const FOR_DELIVERY: unique symbol = Symbol.for('translation-requester.delivery');
