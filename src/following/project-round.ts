import type { Project, Question } from '../openapi/objects.js';
import { isFinished } from '../schemas/statuses.js';
import { byId, eachByItself, patience, type ReadOne } from './rounds.js';
import type { Waiting } from './wait.js';

type Listed = Pick<Question, 'id' | 'project_id' | 'status' | 'cancelable'>;
type Pages = (signal: AbortSignal) => AsyncIterable<readonly Listed[]>;

/** More new projects than this are looked for in the listing before any of them is read by itself. */
const FEW = 10;

/**
 * Looks at many projects by the listing of questions: a project is read when one of its questions has changed, or
 * when the listing does not show that it is still open. A single project, and few new ones, are read by themselves.
 */
export class ProjectRound {
  readonly #pages: Pages;
  readonly #read: ReadOne<Project>;
  /** The status of each unfinished question of each project that is known to be open. */
  readonly #open = new Map<number, Map<number, number>>();

  constructor(pages: Pages, read: ReadOne<Project>) {
    this.#pages = pages;
    this.#read = async (id, signal) => {
      const seen = await read(id, signal);
      const questions = seen.item.questions.filter((question) => !isFinished(question));
      this.#open.set(id, new Map(questions.map((question) => [question.id, question.status])));
      return seen;
    };
  }

  async look(waiting: readonly Waiting<Project>[], signal: AbortSignal): Promise<void> {
    const projects = byId(waiting);
    for (const id of this.#open.keys()) if (!projects.has(id)) this.#open.delete(id);
    if (projects.size <= 1) return eachByItself(this.#read)(waiting, signal);
    const unknown = [...projects.keys()].filter((id) => !this.#open.has(id));
    const walk = new Walk(this.#open, unknown);
    let barren = 0;
    if (!walk.isDone) {
      for await (const questions of this.#pages(signal)) {
        const shown = questions.filter((question) => walk.meets(question)).length;
        barren = shown === 0 ? barren + 1 : 0;
        if (walk.isDone || barren > patience(walk.left)) break;
      }
    }
    const toRead = [...walk.toRead()].flatMap((id) => projects.get(id) ?? []);
    await eachByItself(this.#read)(toRead, signal);
  }
}

/** What one walk through the listing tells of the projects. */
class Walk {
  readonly #open: Map<number, Map<number, number>>;
  /** The project of each open question that has not been met yet. */
  readonly #questions = new Map<number, number>();
  /** New projects of which no question has been met yet. */
  readonly #sought: Set<number>;
  readonly #toRead: Set<number>;

  constructor(open: Map<number, Map<number, number>>, unknown: readonly number[]) {
    this.#open = open;
    this.#toRead = new Set(unknown);
    this.#sought = new Set(unknown.length > FEW ? unknown : []);
    for (const [project, questions] of open) {
      for (const id of questions.keys()) this.#questions.set(id, project);
    }
  }

  get left(): number {
    return this.#questions.size + this.#sought.size;
  }

  get isDone(): boolean {
    return this.left === 0;
  }

  /** Takes a question that the listing shows; whether it was looked for. */
  meets(question: Listed): boolean {
    const { id, project_id: project, status } = question;
    if (this.#questions.delete(id)) {
      if (this.#open.get(project)?.get(id) !== status) this.#toRead.add(project);
      return true;
    }
    const wasSought = this.#sought.delete(project);
    if (!isFinished(question)) {
      if (wasSought) this.#openUp(project);
      this.#open.get(project)?.set(id, status);
    }
    return wasSought;
  }

  /** The projects that the listing does not tell enough of. */
  toRead(): ReadonlySet<number> {
    for (const project of this.#questions.values()) this.#toRead.add(project);
    return this.#toRead;
  }

  /** An unfinished question proves that a new project is open, so it need not be read. */
  #openUp(project: number): void {
    this.#open.set(project, new Map());
    this.#toRead.delete(project);
  }
}
