import { BEGINNING } from '../virtual-time.ts';
import * as answers from './answers.ts';
import type {
  CommentState,
  EventState,
  FileState,
  ProjectState,
  QuestionState,
  SimpleState,
  Terms,
  TranslationState,
} from './records.ts';
import { Versions } from './versions.ts';

export type Fields = answers.Fields;

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly json: Fields;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: Fields | string;
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the text ends too early, or the connection with it. */
  readonly cut?: 'text' | 'connection' | undefined;
}

/** What a request has changed: what the invariants judge by. */
export interface Effect {
  readonly what: 'order' | 'cancel' | 'comment' | 'reject' | 'upload';
  readonly id: number;
}

/** How this service behaves where services may differ. */
export interface Habits {
  /** How far behind the copy is that a read is answered from, in milliseconds. */
  readonly lag: (read: string) => number;
  /** How much later than it happened an event appears, in milliseconds. */
  readonly eventDelay: () => number;
  /** The form in which a text is kept. */
  readonly form: (text: string) => string;
  /** A form that differs in more than line ends: of what a table orders. */
  readonly rewrite: (text: string) => string;
  readonly key: (key: string | null) => string | null;
  /** What is said of the number of pages and entries. */
  readonly totals: (real: Fields) => Fields;
  readonly price: (points: number) => unknown;
  /** What an order costs in the end. */
  readonly finalPrice: (points: number) => number;
  /** The most entries of a page. */
  readonly pageSize: number;
}

type Handler = (request: WireRequest, ids: readonly number[]) => WireAnswer;

export const POINTS_A_LETTER = 4;

/** The service, as the specification and the field notes have it: an own model, for the invariants' sake. */
export class Service {
  readonly orders = new Map<number, Versions<SimpleState>>();
  readonly projects = new Map<number, Versions<ProjectState>>();
  readonly questions = new Map<number, Versions<QuestionState>>();
  readonly comments = new Map<number, Versions<CommentState>>();
  readonly files = new Map<number, Versions<FileState>>();
  /** The oldest first. */
  readonly events: { readonly state: EventState; readonly visibleAt: number }[] = [];
  readonly #habits: Habits;
  readonly #clock: () => number;
  #lastId = 4_000_000_000;
  #effects: Effect[] = [];

  constructor(clock: () => number, habits: Habits) {
    this.#clock = clock;
    this.#habits = habits;
  }

  /** Carries a request out, and answers. */
  handle(request: WireRequest): { readonly answer: WireAnswer; readonly effects: readonly Effect[] } {
    this.#effects = [];
    const answer = this.#route(request);
    const effects = this.#effects;
    return { answer, effects };
  }

  /** Everything is gone, and the same ids are given again. */
  reset(): void {
    for (const map of [this.orders, this.projects, this.questions, this.comments, this.files]) map.clear();
    this.events.length = 0;
    this.#lastId = 4_000_000_000;
  }

  /** An order is lost, with what the log says of it. */
  lose(id: number): void {
    for (const question of this.projects.get(id)?.latest.questionIds ?? []) this.questions.delete(question);
    this.projects.delete(id);
    this.orders.delete(id);
    const isAbout = ({ state }: { state: EventState }): boolean =>
      state.question?.id === id || state.projectId === id;
    this.events.splice(0, this.events.length, ...this.events.filter((event) => !isAbout(event)));
  }

  /** Everything that decides what it answers from now on, apart from the time. */
  describe(): string {
    const maps = [this.orders, this.projects, this.questions, this.comments, this.files];
    return JSON.stringify([
      this.#lastId,
      this.events,
      maps.map((map) => [...map].map(([, { latest }]) => latest)),
    ]);
  }

  /** A translator submits a translation of a body. */
  translate(id: number, bodyIndex: number, text: string): void {
    const order = this.orders.get(id);
    if (order === undefined || order.latest.draftId !== null || order.latest.status === 4) return;
    const translation: TranslationState = {
      id: this.#newId(),
      body: text,
      at: this.#clock(),
      isRejected: false,
    };
    const bodies = order.latest.bodies.map((body, index) =>
      index === bodyIndex ? { ...body, translations: [...body.translations, translation] } : body,
    );
    const isAll = bodies.every(({ translations }) => translations.some(({ isRejected }) => !isRejected));
    order.change(this.#clock(), { bodies, status: isAll ? 8 : 1 });
    const bodyId = bodies[bodyIndex]?.id ?? 0;
    this.#happened('simple_question.submitted_translation', {
      question: order.latest,
      translation: { ...translation, bodyId },
    });
  }

  finish(id: number): void {
    const order = this.orders.get(id);
    if (order?.latest.status !== 8) return;
    order.change(this.#clock(), { status: 4 });
    this.#happened('simple_question.finished', { question: order.latest });
  }

  /** A translator submits a revision of a question of a project. */
  revise(id: number, text: string): void {
    const question = this.questions.get(id);
    if (question === undefined || question.latest.status === 3) return;
    const revisions = [...question.latest.revisions, { text, at: this.#clock() }];
    question.change(this.#clock(), { revisions, status: 4 });
  }

  #happened(type: string, payload: Partial<EventState>): void {
    const at = this.#clock();
    this.events.push({
      state: { id: this.#newId(), at, type, ...payload },
      visibleAt: at + this.#habits.eventDelay(),
    });
  }

  #newId(): number {
    this.#lastId += 7;
    return this.#lastId;
  }

  #route(request: WireRequest): WireAnswer {
    const isFile = request.path.endsWith('/file');
    if (!isFile && request.query.get('access_token') === null && request.json.access_token === undefined)
      return refusal(401, 'Requires authentication', 401);
    const template = request.path.replace(/\/\d+/g, '/*').replace('/api/v1', '');
    const handler = this.#handlers[`${request.method} ${template}`];
    if (handler === undefined) return NOT_FOUND;
    return handler(
      request,
      [...request.path.matchAll(/\/(\d+)/g)].map(([, id]) => Number(id)),
    );
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    'GET /my': () => success(answers.accountAnswer()),
    'GET /languages': () => ({ status: 200, body: answers.languagePairs() }),
    'GET /my/questions': (request) => this.#list(request, 'questions', this.#listedQuestions()),
    'GET /my/application_events': (request) => this.#list(request, 'events', this.#listedEvents()),
    'POST /projects': ({ json }) => this.#createProject(json),
    'POST /projects/check': ({ json }) => this.#checkProject(json),
    'GET /projects/*': (_, [id = 0]) =>
      this.#read(this.projects.get(id), `project ${id}`, (found, time) =>
        answers.projectAnswer(found, this.#findQuestions(found, time)),
      ),
    'GET /questions/*': (_, [id = 0]) =>
      this.#read(this.questions.get(id), `question ${id}`, answers.questionAnswer),
    'PUT /questions/*/cancel': (_, [id = 0]) => this.#cancelQuestion(id),
    'POST /questions/*/comments': ({ json }, [id = 0]) => this.#comment(id, json),
    'GET /questions/*/revisions/latest': (_, [id = 0]) => this.#readRevision(id),
    'GET /questions/*/revisions/*': (_, [id = 0, number = 0]) => this.#readRevision(id, number),
    'GET /questions/*/revisions/*/file': (_, [id = 0, number = 0]) => this.#readRevisionFile(id, number),
    'POST /simple/questions': ({ json }) => this.#createSimple(json),
    'POST /simple/questions/check': ({ json }) => this.#checkSimple(json),
    'GET /simple/questions/*': (_, [id = 0]) =>
      this.#read(this.orders.get(id), `simple ${id}`, answers.simpleAnswer),
    'PUT /simple/questions/*/cancel': (_, [id = 0]) => this.#cancelSimple(id),
    'GET /simple/translations/*': (_, [id = 0]) => this.#readTranslation(id),
    'PUT /simple/translations/*/reject': ({ json }, [id = 0]) => this.#reject(id, json),
    'POST /my/files': ({ json }) => this.#upload(json),
    'GET /my/files/*': (_, [id = 0]) => this.#read(this.files.get(id), `file ${id}`, answers.fileAnswer),
  };

  /** Reads one thing from a copy of the data. */
  #read<State>(
    found: Versions<State> | undefined,
    name: string,
    show: (state: State, time: number) => Fields,
  ): WireAnswer {
    const time = this.#clock() - this.#habits.lag(name);
    const state = found?.at(time);
    return state === undefined ? NOT_FOUND : success(show(state, time));
  }

  /** Reads a page of a listing, newest first, from a copy of the data. */
  #list({ query }: WireRequest, name: string, entries: (time: number) => readonly Fields[]): WireAnswer {
    const asked = Number(query.get('per_page') ?? 30);
    const size = Math.min(asked, this.#habits.pageSize);
    const page = Number(query.get('page') ?? 1);
    const time = this.#clock() - this.#habits.lag(`${name} listing`);
    const all = entries(time);
    const real = { page, per_page: size, total_pages: Math.ceil(all.length / size), total_count: all.length };
    return success({ ...this.#habits.totals(real), [name]: all.slice((page - 1) * size, page * size) });
  }

  #listedQuestions() {
    return (time: number): Fields[] =>
      [...this.questions.values()]
        .flatMap((question) => question.at(time) ?? [])
        .reverse()
        .map(answers.listedQuestion);
  }

  #listedEvents() {
    return (time: number): Fields[] =>
      this.events
        .filter(({ visibleAt }) => visibleAt <= time)
        .map(({ state }) => state)
        .sort((first, second) => second.id - first.id)
        .map(answers.eventFields);
  }

  #findQuestions({ questionIds }: ProjectState, time: number): QuestionState[] {
    return questionIds.flatMap((id) => this.questions.get(id)?.at(time) ?? []);
  }

  #terms(json: Fields, letters: number): Terms {
    const { custom_field: key = null, description } = json;
    return {
      key: this.#habits.key(key as string | null),
      source: String(json.language_id),
      target: String(json.translated_language_id),
      description: this.#habits.form(String(description ?? '')),
      points: letters * POINTS_A_LETTER,
      quote: letters * POINTS_A_LETTER,
      createdAt: this.#clock(),
      flags: readFlags(json),
    };
  }

  #simpleFrom(json: Fields): SimpleState | undefined {
    const bodies = (json.question_bodies ?? []) as readonly { body: string }[];
    if (!isPair(json) || bodies.length === 0) return undefined;
    const letters = bodies.reduce((sum, { body }) => sum + body.length, 0);
    const kept = bodies.map(({ body }) => ({
      // A quote gives no ids away.
      id: 0,
      body: this.#habits.rewrite(this.#habits.form(body)),
      translations: [],
    }));
    return { ...this.#terms(json, letters), id: 0, status: 0, draftId: null, bodies: kept };
  }

  #checkSimple(json: Fields): WireAnswer {
    const wanted = this.#simpleFrom(json);
    if (wanted === undefined) return INVALID;
    const quote = answers.simpleQuote(wanted);
    return success({
      question: { ...(quote.question as Fields), total_point: this.#habits.price(wanted.points) },
    });
  }

  #createSimple(json: Fields): WireAnswer {
    const wanted = this.#simpleFrom(json);
    if (wanted === undefined) return INVALID;
    const bodies = wanted.bodies.map((body) => ({ ...body, id: this.#newId() }));
    const points = this.#habits.finalPrice(wanted.points);
    const made = { ...wanted, id: this.#newId(), bodies, points };
    this.orders.set(made.id, new Versions(this.#clock(), made));
    this.#effects.push({ what: 'order', id: made.id });
    this.#happened('simple_question.created', { question: made });
    return created(answers.simpleAnswer(made), `/api/v1/simple/questions/${made.id}`);
  }

  #cancelSimple(id: number): WireAnswer {
    const order = this.orders.get(id);
    if (order === undefined) return NOT_FOUND;
    if (order.latest.status !== 0 || order.latest.draftId !== null) return INVALID;
    order.change(this.#clock(), { draftId: this.#newId() });
    this.#effects.push({ what: 'cancel', id });
    return success(answers.draftAnswer(order.latest));
  }

  #projectFrom(json: Fields): { project: ProjectState; questions: QuestionState[] } | undefined {
    const asked = (json.questions ?? []) as readonly Fields[];
    if (!isPair(json) || asked.length === 0) return undefined;
    const questions = asked.map((each): QuestionState => {
      const file = this.files.get(Number(each.source_id))?.latest;
      const text = String(each.body ?? file?.text ?? '');
      const title = String(each.title ?? '') || (file?.name ?? this.#habits.form(text).slice(0, 30));
      return {
        ...this.#terms(
          { ...each, language_id: json.language_id, translated_language_id: json.translated_language_id },
          text.length,
        ),
        id: 0,
        projectId: 0,
        sourceId: Number(each.source_id ?? 0),
        letters: text.length,
        text,
        title,
        fileType: file ? 'txt' : each.type === 'text_html' ? 'html_text' : 'string',
        status: 0,
        revisions: [],
      };
    });
    const points = questions.reduce((sum, question) => sum + question.points, 0);
    const terms = this.#terms({ ...json, ...asked[0] }, 0);
    const project = { ...terms, points, quote: points, id: 0, questionIds: [] };
    return { project, questions };
  }

  #checkProject(json: Fields): WireAnswer {
    const wanted = this.#projectFrom(json);
    if (wanted === undefined) return INVALID;
    const quote = answers.projectQuote(wanted.project, wanted.questions);
    return success({
      project: { ...(quote.project as Fields), point: this.#habits.price(wanted.project.points) },
    });
  }

  #createProject(json: Fields): WireAnswer {
    const wanted = this.#projectFrom(json);
    if (wanted === undefined) return INVALID;
    const id = this.#newId();
    const questions = wanted.questions.map((question) => ({
      ...question,
      id: this.#newId(),
      projectId: id,
      sourceId: question.sourceId || this.#newId(),
    }));
    for (const question of questions) this.questions.set(question.id, new Versions(this.#clock(), question));
    const points = this.#habits.finalPrice(wanted.project.points);
    const project = { ...wanted.project, id, points, questionIds: questions.map((question) => question.id) };
    this.projects.set(id, new Versions(this.#clock(), project));
    this.#effects.push({ what: 'order', id });
    this.#happened('project.created', { projectId: id });
    return created(answers.projectAnswer(project, questions), `/api/v1/projects/${id}`);
  }

  #cancelQuestion(id: number): WireAnswer {
    const question = this.questions.get(id);
    if (question === undefined) return NOT_FOUND;
    if (question.latest.status !== 0) return INVALID;
    question.change(this.#clock(), { status: 3 });
    this.#effects.push({ what: 'cancel', id });
    return success({ question: answers.questionFields(question.latest) });
  }

  #comment(questionId: number, { body }: Fields): WireAnswer {
    const question = this.questions.get(questionId);
    if (question === undefined) return NOT_FOUND;
    if (typeof body !== 'string') return INVALID;
    const made = { id: this.#newId(), questionId, body: this.#habits.form(body), at: this.#clock() };
    this.comments.set(made.id, new Versions(this.#clock(), made));
    this.#effects.push({ what: 'comment', id: made.id });
    return created(
      answers.commentAnswer(made, question.latest),
      `/api/v1/questions/${questionId}/comments/${made.id}`,
    );
  }

  #readRevision(id: number, number?: number): WireAnswer {
    const time = this.#clock() - this.#habits.lag(`revision ${id}`);
    const question = this.questions.get(id)?.at(time);
    const wanted = number ?? question?.revisions.length ?? 0;
    if (question?.revisions[wanted - 1] === undefined) return NOT_FOUND;
    return success(answers.revisionAnswer(question, wanted));
  }

  #readRevisionFile(id: number, number: number): WireAnswer {
    const question = this.questions.get(id)?.at(this.#clock() - this.#habits.lag(`revision file ${id}`));
    const revision = question?.revisions[number - 1];
    return revision === undefined
      ? NOT_FOUND
      : { status: 200, body: revision.text, type: 'text/plain; charset=utf-8' };
  }

  /** The order, the body and the translation with an id, as a copy has them. */
  #findTranslation(id: number, time: number) {
    for (const order of this.orders.values()) {
      const question = order.at(time);
      for (const body of question?.bodies ?? []) {
        const translation = body.translations.find((each) => each.id === id);
        if (question && translation) return { order, question, body, translation };
      }
    }
    return undefined;
  }

  #readTranslation(id: number): WireAnswer {
    const found = this.#findTranslation(id, this.#clock() - this.#habits.lag(`translation ${id}`));
    if (found === undefined) return NOT_FOUND;
    return success(answers.aboutTranslation(found.question, found.body, found.translation));
  }

  #reject(id: number, { reason }: Fields): WireAnswer {
    const found = this.#findTranslation(id, this.#clock());
    if (found === undefined) return NOT_FOUND;
    if (String(reason).length < 16 || found.translation.isRejected || found.question.status === 4)
      return INVALID;
    const bodies = found.question.bodies.map((body) => ({
      ...body,
      translations: body.translations.map((each) => (each.id === id ? { ...each, isRejected: true } : each)),
    }));
    found.order.change(this.#clock(), { bodies, status: 1 });
    this.#effects.push({ what: 'reject', id });
    return success({
      reason,
      ...answers.aboutTranslation(found.order.latest, found.body, found.translation),
    });
  }

  #upload({ name, text }: Fields): WireAnswer {
    const made: FileState = {
      id: this.#newId(),
      name: String(name),
      text: String(text),
      at: this.#clock(),
      status: 1,
    };
    const file = new Versions(this.#clock(), made);
    file.change(this.#clock() + 1_500, { status: 2 });
    this.files.set(made.id, file);
    this.#effects.push({ what: 'upload', id: made.id });
    return success(answers.fileAnswer(made));
  }
}

const FLAGS = ['escape_text', 'native', 'individual', 'double_check'];

/** The flags that an order gives, and how they are shown. */
function readFlags(json: Fields): Fields {
  const given = FLAGS.filter((name) => json[name] !== undefined);
  const format = json.text_format === undefined ? {} : { text_format: json.text_format };
  return { ...Object.fromEntries(given.map((name) => [name, Number(json[name]) === 1])), ...format };
}

const isPair = ({ language_id: source, translated_language_id: target }: Fields): boolean =>
  typeof source === 'string' && typeof target === 'string' && source !== 'xx' && target !== 'xx';

const success = (fields: Fields): WireAnswer => ({
  status: 200,
  body: { success: true, message: 'OK', ...fields },
});

const created = (fields: Fields, location: string): WireAnswer => ({
  ...success(fields),
  status: 201,
  headers: { location: `https://service.example${location}` },
});

const refusal = (status: number, message: string, code: number, more: Fields = {}): WireAnswer => ({
  status,
  body: { success: false, message, error_code: code, ...more },
});

const NOT_FOUND = refusal(404, 'Page not Found', 404);
const INVALID = refusal(422, 'Validation Fail', 201, { errors: { language: 'is invalid' } });
export const TOO_MANY = refusal(429, 'Too many requests', 429);

/** The `Date` of an answer, which shows no milliseconds. */
export const dateHeader = (now: number): string => new Date(BEGINNING + now).toUTCString();
