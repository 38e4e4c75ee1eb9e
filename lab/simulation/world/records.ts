/** A translation of a body of a simple question. */
export interface TranslationState {
  readonly id: number;
  readonly body: string;
  readonly at: number;
  readonly isRejected: boolean;
}

export interface BodyState {
  readonly id: number;
  readonly body: string;
  readonly translations: readonly TranslationState[];
}

/** What an order gave, as the service keeps it. */
export interface Terms {
  readonly key: string | null;
  readonly source: string;
  readonly target: string;
  readonly description: string;
  readonly points: number;
  /** What a quote for it says. */
  readonly quote: number;
  readonly createdAt: number;
  /** What it asks for besides, as it is shown. */
  readonly flags: Readonly<Record<string, unknown>>;
}

export interface SimpleState extends Terms {
  readonly id: number;
  readonly status: 0 | 1 | 4 | 8 | 9;
  readonly draftId: number | null;
  readonly bodies: readonly BodyState[];
}

export interface QuestionState extends Terms {
  readonly id: number;
  readonly projectId: number;
  readonly sourceId: number;
  readonly fileType: string;
  readonly text: string;
  readonly title: string;
  readonly letters: number;
  readonly status: 0 | 3 | 4 | 6;
  /** The translated text of each revision. */
  readonly revisions: readonly { readonly text: string; readonly at: number }[];
}

export interface ProjectState extends Terms {
  readonly id: number;
  readonly questionIds: readonly number[];
}

export interface CommentState {
  readonly id: number;
  readonly questionId: number;
  readonly body: string;
  readonly at: number;
}

export interface FileState {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly at: number;
  readonly status: 1 | 2;
}

export interface EventState {
  readonly id: number;
  readonly at: number;
  readonly type: string;
  /** As the question was when it happened. */
  readonly question?: SimpleState;
  readonly translation?: TranslationState & { readonly bodyId: number };
  readonly projectId?: number;
}
