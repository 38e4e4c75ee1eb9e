// Generated from requester-v1.yaml by scripts/generate.ts. Do not edit.

export type KnownQuestionStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type KnownSimpleQuestionStatus = 0 | 1 | 2 | 4 | 5 | 7 | 8 | 9;

export type KnownFileStatus = 1 | 2 | 96 | 97 | 98 | 99;
