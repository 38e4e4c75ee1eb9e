import { isFinished } from '../contract/statuses.js';
import type { Project, Question } from '../contract/types.js';
import { type ListingPages, ListingSweep } from './listing-sweep.js';
import { groupById, pollEach, type ReadOne } from './poll-each.js';
import type { Waiter } from './wait.js';

type Listed = Pick<Question, 'id' | 'project_id' | 'status' | 'cancelable'>;

/** Up to so many new projects are read by id at once. When there are more, the listing is searched first. */
const FEW = 10;

/**
 * Checks many projects by reading the listing of questions. A project is read by its id when one of its questions has
 * changed, or when the listing does not show an unfinished question of it. A single project is always read by its id.
 */
export class ProjectPoller {
  readonly #read: ReadOne<Project>;
  readonly #sweep: ListingSweep<Listed>;
  /** For each unfinished project: the status of each of its unfinished questions. */
  readonly #unfinished = new Map<number, Map<number, number>>();
  /** Projects to read, because one of their questions changed or was missing from the listing. */
  readonly #changed = new Set<number>();

  constructor(pages: ListingPages<Listed>, read: ReadOne<Project>) {
    this.#sweep = new ListingSweep(pages);
    this.#read = async (id, signal) => {
      const seen = await read(id, signal);
      const questions = seen.item.questions.filter((question) => !isFinished(question));
      // Forget a finished project. A later wait for it then reads it at once, like a new one.
      if (seen.finished) this.#unfinished.delete(id);
      else this.#unfinished.set(id, new Map(questions.map((question) => [question.id, question.status])));
      this.#changed.delete(id);
      return seen;
    };
  }

  async poll(waiting: readonly Waiter<Project>[], signal: AbortSignal): Promise<boolean> {
    const projects = groupById(waiting);
    for (const id of this.#unfinished.keys()) if (!projects.has(id)) this.#unfinished.delete(id);
    for (const id of this.#changed) if (!projects.has(id)) this.#changed.delete(id);
    if (projects.size <= 1) return pollEach(this.#read)(waiting, signal);
    const projectOf = this.#unfinishedQuestions();
    const unknown = new Set([...projects.keys()].filter((id) => !this.#unfinished.has(id)));
    const known = new Set(projectOf.keys());
    const missed = await this.#sweep.checkKnown(known, (question) => this.#see(question), signal);
    for (const id of missed) this.#changed.add(projectOf.get(id) ?? 0);
    if (unknown.size > FEW) await this.#findNew(unknown, signal);
    const toRead = new Set([...unknown, ...this.#changed]);
    await pollEach(this.#read)(
      [...toRead].flatMap((id) => projects.get(id) ?? []),
      signal,
    );
    return this.#sweep.isComplete;
  }

  /** The project of each unfinished question. */
  #unfinishedQuestions(): Map<number, number> {
    const projectOf = new Map<number, number>();
    for (const [project, questions] of this.#unfinished)
      for (const id of questions.keys()) projectOf.set(id, project);
    return projectOf;
  }

  /** Looks for new projects. An unfinished question proves that its project is unfinished, so that is not read. */
  async #findNew(unknown: Set<number>, signal: AbortSignal): Promise<void> {
    const sought = new Set(unknown);
    const isSought = (question: Listed): boolean => {
      const project = question.project_id;
      const isFound = sought.delete(project);
      if (isFound && !isFinished(question)) {
        unknown.delete(project);
        this.#unfinished.set(project, new Map());
      }
      this.#see(question);
      return isFound;
    };
    await this.#sweep.findNew(sought, isSought, signal);
  }

  #see(question: Listed): void {
    const { id, project_id: project, status } = question;
    const questions = this.#unfinished.get(project);
    const before = questions?.get(id);
    if (before !== undefined && before !== status) this.#changed.add(project);
    else if (before === undefined && !isFinished(question)) questions?.set(id, status);
  }
}
