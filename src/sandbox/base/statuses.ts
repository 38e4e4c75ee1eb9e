/** Statuses of a project's questions. @see docs/service.md, Project question statuses */
export const questionStatus = {
  pending: 0,
  listing: 1,
  translating: 2,
  cancelled: 3,
  completed: 4,
  expired: 5,
  feedback: 6,
} as const;

/** Statuses of simple questions. @see docs/service.md, Simple question statuses */
export const simpleStatus = {
  pending: 0,
  inProgress: 1,
  completed: 4,
  allExpired: 5,
  translated: 8,
  someExpired: 9,
} as const;

/** Statuses of files. @see docs/service.md, File */
export const fileStatus = {
  counting: 1,
  counted: 2,
  empty: 96,
  systemError: 97,
  brokenEncoding: 98,
  unsupported: 99,
} as const;

/** Types of comments. The service leaves all but `written` open: those it writes itself, with an empty body. */
export const commentType = { written: 1, taken: 10, submitted: 13, completed: 14 } as const;

const questionTexts = new Map<number, string>(
  Object.entries(questionStatus).map(([text, status]) => [status, text]),
);

const simpleTexts = new Map<number, string>([
  [simpleStatus.pending, 'Pending'],
  [simpleStatus.inProgress, 'In Progress'],
  [simpleStatus.completed, 'Completed'],
  [simpleStatus.allExpired, 'All Expired'],
  [simpleStatus.translated, 'Translated'],
  [simpleStatus.someExpired, 'Some Expired'],
]);

/** The status text of a project question, in lower case. */
export function describeStatus(status: number): string {
  return questionTexts.get(status) ?? '';
}

/** The status text of a simple question, capitalised. */
export function describeSimpleStatus(status: number): string {
  return simpleTexts.get(status) ?? '';
}
