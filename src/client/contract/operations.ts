// Generated from requester-v1.yaml by scripts/generate.ts. Do not edit.

/** One operation of the interface. */
export interface ContractOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A template: `/api/v1/questions/{question_id}`. */
  readonly path: string;
  /** The parameters of the query, without the token. */
  readonly query: readonly string[];
  readonly body: 'json' | 'file' | 'none';
  /** Whether it changes nothing. */
  readonly isRead: boolean;
}

/** The operations of the interface by their names, without those for signing in. */
export const OPERATIONS = {
  "account.get": {"method":"GET","path":"/api/v1/my","query":[],"body":"none","isRead":true},
  "organizations.list": {"method":"GET","path":"/api/v1/my/organizations","query":["page","per_page"],"body":"none","isRead":true},
  "questions.list": {"method":"GET","path":"/api/v1/my/questions","query":["page","per_page"],"body":"none","isRead":true},
  "organizations.create": {"method":"POST","path":"/api/v1/organizations","query":[],"body":"json","isRead":false},
  "organizations.get": {"method":"GET","path":"/api/v1/organizations/{id}","query":[],"body":"none","isRead":true},
  "languages.list": {"method":"GET","path":"/api/v1/languages","query":[],"body":"none","isRead":true},
  "files.upload": {"method":"POST","path":"/api/v1/my/files","query":[],"body":"file","isRead":false},
  "files.get": {"method":"GET","path":"/api/v1/my/files/{id}","query":[],"body":"none","isRead":true},
  "projects.create": {"method":"POST","path":"/api/v1/projects","query":[],"body":"json","isRead":false},
  "projects.check": {"method":"POST","path":"/api/v1/projects/check","query":[],"body":"json","isRead":true},
  "projects.get": {"method":"GET","path":"/api/v1/projects/{id}","query":[],"body":"none","isRead":true},
  "questions.get": {"method":"GET","path":"/api/v1/questions/{question_id}","query":[],"body":"none","isRead":true},
  "questions.cancel": {"method":"PUT","path":"/api/v1/questions/{question_id}/cancel","query":[],"body":"none","isRead":false},
  "comments.list": {"method":"GET","path":"/api/v1/questions/{question_id}/comments","query":["page","per_page"],"body":"none","isRead":true},
  "comments.create": {"method":"POST","path":"/api/v1/questions/{question_id}/comments","query":[],"body":"json","isRead":false},
  "comments.get": {"method":"GET","path":"/api/v1/questions/{question_id}/comments/{id}","query":[],"body":"none","isRead":true},
  "comments.update": {"method":"PUT","path":"/api/v1/questions/{question_id}/comments/{id}","query":[],"body":"json","isRead":false},
  "comments.delete": {"method":"DELETE","path":"/api/v1/questions/{question_id}/comments/{id}","query":[],"body":"none","isRead":false},
  "revisions.list": {"method":"GET","path":"/api/v1/questions/{question_id}/revisions","query":["page","per_page"],"body":"none","isRead":true},
  "revisions.latest": {"method":"GET","path":"/api/v1/questions/{question_id}/revisions/latest","query":[],"body":"none","isRead":true},
  "revisions.get": {"method":"GET","path":"/api/v1/questions/{question_id}/revisions/{revision_number}","query":[],"body":"none","isRead":true},
  "revisions.download": {"method":"GET","path":"/api/v1/questions/{question_id}/revisions/{revision_number}/file","query":[],"body":"none","isRead":true},
  "simple.questions.create": {"method":"POST","path":"/api/v1/simple/questions","query":[],"body":"json","isRead":false},
  "simple.questions.check": {"method":"POST","path":"/api/v1/simple/questions/check","query":[],"body":"json","isRead":true},
  "simple.questions.get": {"method":"GET","path":"/api/v1/simple/questions/{question_id}","query":[],"body":"none","isRead":true},
  "simple.questions.cancel": {"method":"PUT","path":"/api/v1/simple/questions/{question_id}/cancel","query":[],"body":"none","isRead":false},
  "simple.translations.get": {"method":"GET","path":"/api/v1/simple/translations/{translation_id}","query":[],"body":"none","isRead":true},
  "simple.translations.reject": {"method":"PUT","path":"/api/v1/simple/translations/{translation_id}/reject","query":[],"body":"json","isRead":false},
  "simple.translations.comments.list": {"method":"GET","path":"/api/v1/simple/translations/{translation_id}/comments","query":[],"body":"none","isRead":true},
  "simple.translations.comments.get": {"method":"GET","path":"/api/v1/simple/translations/{translation_id}/comments/{id}","query":[],"body":"none","isRead":true},
  "simple.translations.comments.create": {"method":"POST","path":"/api/v1/simple/translations/{translation_id}/comments/{id}","query":[],"body":"json","isRead":false},
  "events.list": {"method":"GET","path":"/api/v1/my/application_events","query":["page","per_page","order","since"],"body":"none","isRead":true},
  "events.get": {"method":"GET","path":"/api/v1/my/application_events/{id}","query":[],"body":"none","isRead":true},
} as const satisfies Readonly<Record<string, ContractOperation>>;

/** The name of an operation, which is that of the client's method: `questions.list`. */
export type OperationName = keyof typeof OPERATIONS;
